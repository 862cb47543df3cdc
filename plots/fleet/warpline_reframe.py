# A ReFrame test (https://reframe-hpc.readthedocs.io, 3.8 or newer): measures one study on each node
# that ReFrame knows, and reports three figures of it. Copy it, and set the references of your
# machines.
#
#     reframe -c warpline_reframe.py -r
#     reframe -c warpline_reframe.py -r -S 'Warpline.target=gpu0'
import reframe as rfm
import reframe.utility.sanity as sn

# Lines of `warpline convert`: the test puts its target in place of TARGET.
ROW = r'^{"study":"stride","pattern":"%s","target":"TARGET","element_bytes":4,%s.*"%s":(?P<value>[0-9.e+-]+),'
COPY = ROW % ('copy', '', 'bandwidth_gbps')
STRIDE_8 = ROW % ('stride', '"parameter":"stride","value":8,', 'fraction_of_copy')
PASS = ROW % ('copy', '', 'time_ns')


@rfm.simple_test
class Warpline(rfm.RunOnlyRegressionTest):
    descr = 'What strided access costs'
    valid_systems = ['*']
    valid_prog_environs = ['*']
    target = variable(str, value='cpu')
    executable = 'warpline'
    exclusive_access = True

    @run_before('run')
    def measure_and_tell(self):
        self.executable_opts = ['run', 'stride', '--quick', '--on', self.target, '--out', 'results']
        self.postrun_cmds = ['warpline convert results']

    def found(self, pattern):
        return sn.extractsingle(pattern.replace('TARGET', self.target), self.stdout, 'value', float)

    @sanity_function
    def has_copies(self):
        return sn.assert_found(COPY.replace('TARGET', self.target), self.stdout)

    @performance_function('GB/s')
    def copy(self):
        return self.found(COPY)

    @performance_function('ratio')
    def stride_8(self):
        return self.found(STRIDE_8)

    @performance_function('ns')
    def copy_pass(self):
        return self.found(PASS)
