# A ReFrame test (https://reframe-hpc.readthedocs.io, 3.8 or newer): measures one study on each node
# that ReFrame is told of, and keeps three figures of it. Copy it, and set the references of your
# machines.
#
#     reframe -c warpline_reframe.py -r
#     reframe -c warpline_reframe.py -r -S 'Warpline.target=gpu0'
import reframe as rfm
import reframe.utility.sanity as sn

# Lines of `warpline convert --format metrics`: what stands for TARGET is the test's own.
COPY = r'^TARGET\.stride\.copy\.4\.bandwidth_gbps: (?P<value>[0-9.e+-]+) GB/s$'
STRIDE_8 = r'^TARGET\.stride\.stride\.4\.stride=8\.fraction_of_copy: (?P<value>[0-9.e+-]+) ratio$'
PASS = r'^TARGET\.stride\.copy\.4\.time_ns: (?P<value>[0-9.e+-]+) ns$'


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
        self.postrun_cmds = ['warpline convert results --format metrics']

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
