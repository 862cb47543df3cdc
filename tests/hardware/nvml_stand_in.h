/* The answers of the stand-in for NVML's library; tests set them through the symbol
 * `nvml_script`. */
#ifndef TESTS_NVML_STAND_IN_H
#define TESTS_NVML_STAND_IN_H

enum { SCRIPT_PROCESSES = 4, SCRIPT_NOT_SUPPORTED = 3, SCRIPT_TOO_SMALL = 7 };

struct nvml_script {
    int init_error, handle_error, error; /* what those functions return, and all others */
    int processes_error;
    char address[64]; /* that a GPU was requested by */
    int opened;       /* times started less times ended */
    unsigned compute[SCRIPT_PROCESSES], graphics[SCRIPT_PROCESSES]; /* pids; as many as counted */
    int compute_count, graphics_count;
    unsigned long long process_bytes, used_bytes;
    unsigned long long reasons, power_ns, heat_ns;
    unsigned sm_mhz, memory_mhz, ecc, mig, persistence, limit_mw, default_mw;
};

#endif
