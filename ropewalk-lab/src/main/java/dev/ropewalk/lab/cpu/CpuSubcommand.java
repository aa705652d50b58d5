package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.CpuTopology;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ropewalk cpu}: the machine as it is. */
@Command(
        name = "cpu",
        description = "Shows the CPUs of this machine, and what costs latency on it.",
        mixinStandardHelpOptions = true,
        subcommands = JitterSubcommand.class)
public final class CpuSubcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(CpuTopology.detect());
        out.flush();
        return 0;
    }
}
