#include "offload/gpu_conditions.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Opens a socket at place `place` of the device; PRESENCE_NONE if that is taken. Its name begins
 * with a zero byte: such names are in no folder, belong to the network namespace, and end with the
 * socket. */
static int socket_at(const char *name, int place)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int length =
        snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "warpline %s %d", name, place);
    const int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return PRESENCE_NONE;
    if (bind(descriptor, (struct sockaddr *)&address,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
        return descriptor;
    close(descriptor);
    return PRESENCE_NONE;
}

struct presence presence_begin(const char *name)
{
    struct presence presence = {.descriptor = PRESENCE_NONE};
    snprintf(presence.name, sizeof presence.name, "%s", name);
    while (presence.place < PRESENCE_MOST &&
           (presence.descriptor = socket_at(name, presence.place)) == PRESENCE_NONE)
        presence.place++;
    return presence;
}

/* A place that is taken belongs to another process. */
int presence_others(const struct presence *presence)
{
    int others = 0;
    for (int place = 0; place < PRESENCE_MOST; place++) {
        if (presence->descriptor != PRESENCE_NONE && place == presence->place)
            continue;
        const int descriptor = socket_at(presence->name, place);
        others += descriptor == PRESENCE_NONE;
        if (descriptor != PRESENCE_NONE)
            close(descriptor);
    }
    return others;
}

void presence_end(struct presence *presence)
{
    if (presence->descriptor != PRESENCE_NONE)
        close(presence->descriptor);
    presence->descriptor = PRESENCE_NONE;
}

/* A driver uses a few MB on an idle GPU; a process uses at least some hundred. */
static const int64_t used_by_nobody_bytes = INT64_C(64) << 20;
/* Shares of the highest clock, which a gaming card never quite reaches, and of a clock that a user
 * has set lower. */
static const double low_clock = 0.75, low_set_clock = 0.9;

void gpu_watch_begin(struct gpu_watch *watch, const struct cuda_device *gpu, const char *library)
{
    char address[32];
    struct nvml_state state;
    snprintf(address, sizeof address, "%08x:%02x:%02x.0", (unsigned)gpu->pci_domain,
             (unsigned)gpu->pci_bus, (unsigned)gpu->pci_device);
    *watch = (struct gpu_watch){.nvml = nvml_open(library, address),
                                .presence = presence_begin(address)};
    nvml_describe(watch->nvml, &watch->facts);
    nvml_look(watch->nvml, &state);
    watch->used_before_bytes = state.used_bytes;
    watch->held_back_ns = state.held_back_ns;
}

void gpu_watch_end(struct gpu_watch *watch)
{
    nvml_close(watch->nvml);
    presence_end(&watch->presence);
    watch->nvml = NULL;
}

static void add_setting(struct target_facts *facts, const char *key, const char *format, ...)
{
    struct target_setting *setting = &facts->settings[facts->setting_count];
    va_list arguments;
    if (facts->setting_count == TARGET_SETTINGS_MAX)
        return;
    snprintf(setting->key, sizeof setting->key, "%s", key);
    va_start(arguments, format);
    vsnprintf(setting->value, sizeof setting->value, format, arguments);
    va_end(arguments);
    facts->setting_count++;
}

static void add_switch(struct target_facts *facts, const char *key, int value)
{
    if (value != NVML_UNKNOWN)
        add_setting(facts, key, "%s", value ? "on" : "off");
}

static void add_number(struct target_facts *facts, const char *key, int64_t value)
{
    if (value != NVML_UNKNOWN)
        add_setting(facts, key, "%lld", (long long)value);
}

void gpu_watch_describe(const struct gpu_watch *watch, struct target_facts *facts)
{
    const struct nvml_facts *nvml = &watch->facts;
    if (!watch->nvml) {
        add_setting(facts, "nvml", "missing");
        return;
    }
    if (nvml->driver[0])
        add_setting(facts, "driver", "%s", nvml->driver);
    add_switch(facts, "ecc", nvml->ecc);
    add_switch(facts, "mig", nvml->mig);
    add_switch(facts, "persistence", nvml->persistence);
    add_number(facts, "power_limit_w", nvml->power_limit_w);
    add_number(facts, "power_default_w", nvml->power_default_w);
    add_number(facts, "sm_clock_most_mhz", nvml->sm_clock_most_mhz);
    add_number(facts, "memory_clock_most_mhz", nvml->memory_clock_most_mhz);
    add_number(facts, "used_before_bytes", watch->used_before_bytes);
}

static void add(struct conditions *conditions, enum condition mark, const char *format, ...)
{
    const size_t used = strlen(conditions->text);
    const size_t start = used + (used ? 2 : 0);
    va_list arguments;
    conditions->marks |= mark;
    if (start >= sizeof conditions->text)
        return;
    memcpy(conditions->text + used, ", ", start - used);
    va_start(arguments, format);
    vsnprintf(conditions->text + start, sizeof conditions->text - start, format, arguments);
    va_end(arguments);
}

/* Reports other processes that the library lists, else other runs of this program, else memory that
 * was in use before. */
static void look_for_others(const struct gpu_watch *watch, const struct nvml_state *state,
                            struct conditions *conditions)
{
    const int runs = presence_others(&watch->presence);
    const char *plural = state->others == 1 ? "" : "es";
    if (state->others > 0 && state->others_bytes > 0)
        add(conditions, CONDITION_SHARED, "%d other process%s on it with %.1f GB", state->others,
            plural, (double)state->others_bytes / 1e9);
    else if (state->others > 0)
        add(conditions, CONDITION_SHARED, "%d other process%s on it", state->others, plural);
    else if (runs > 0)
        add(conditions, CONDITION_SHARED, "%d other run%s of warpline on it", runs,
            runs == 1 ? "" : "s");
    else if (state->others == NVML_UNKNOWN && watch->used_before_bytes > used_by_nobody_bytes)
        add(conditions, CONDITION_SHARED, "%.1f GB of it were in use before this run",
            (double)watch->used_before_bytes / 1e9);
}

static void look_for_throttling(struct gpu_watch *watch, const struct nvml_state *state,
                                struct conditions *conditions)
{
    char reasons[TEXT_MAX];
    nvml_reasons_text(state->reasons, reasons, sizeof reasons);
    if (reasons[0])
        add(conditions, CONDITION_THROTTLED, "its clock is held back by %s", reasons);
    else if (state->held_back_ns > watch->held_back_ns && watch->held_back_ns != NVML_UNKNOWN)
        add(conditions, CONDITION_THROTTLED, "its clock was held back for %.0f ms by power or heat",
            (double)(state->held_back_ns - watch->held_back_ns) / 1e6);
    watch->held_back_ns = state->held_back_ns;
}

static bool is_low(int clock_mhz, int most_mhz, bool is_set)
{
    const double low = is_set ? low_set_clock : low_clock;
    return clock_mhz > 0 && most_mhz > 0 && clock_mhz < low * most_mhz;
}

/* Reports nothing for an idle GPU, whose clock is low anyway, and nothing for one that is held
 * back, which is reported already. */
static void look_for_low_clock(const struct gpu_watch *watch, const struct nvml_state *state,
                               struct conditions *conditions)
{
    const struct nvml_facts *most = &watch->facts;
    if (state->reasons == NVML_UNKNOWN || state->reasons & NVML_IDLE ||
        conditions->marks & CONDITION_THROTTLED)
        return;
    const bool is_set = state->reasons & NVML_SETTING;
    const char *setting = is_set ? ", as somebody has set it" : "";
    if (is_low(state->sm_clock_mhz, most->sm_clock_most_mhz, is_set))
        add(conditions, CONDITION_LOW_CLOCK, "its multiprocessors run at %d of %d MHz%s",
            state->sm_clock_mhz, most->sm_clock_most_mhz, setting);
    if (is_low(state->memory_clock_mhz, most->memory_clock_most_mhz, is_set))
        add(conditions, CONDITION_LOW_CLOCK, "its memory runs at %d of %d MHz%s",
            state->memory_clock_mhz, most->memory_clock_most_mhz, setting);
}

void gpu_watch_look(struct gpu_watch *watch, struct conditions *conditions)
{
    struct nvml_state state;
    nvml_look(watch->nvml, &state);
    *conditions = (struct conditions){.marks = 0};
    look_for_others(watch, &state, conditions);
    look_for_throttling(watch, &state, conditions);
    look_for_low_clock(watch, &state, conditions);
}
