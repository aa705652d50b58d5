package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.CpuHolder;
import dev.ropewalk.cpu.CpuReservation;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.cpu.ReservationUnavailableException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ropewalk cpu}: the machine in a picture, its clocks, and what costs latency. */
@Command(
        name = "cpu",
        description = "Shows the CPUs and clocks of this machine, and what costs latency on it.",
        mixinStandardHelpOptions = true,
        subcommands = JitterSubcommand.class)
public final class CpuSubcommand implements Callable<Integer> {
    @Option(
            names = "--root",
            paramLabel = "DIR",
            defaultValue = "/",
            description = "Shows another machine, from a copy of its /proc and /sys in this folder.")
    private Path root = Path.of("/");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        if (!Files.isDirectory(root)) {
            throw new ParameterException(spec.commandLine(), "--root must be a folder, but '" + root + "' is none");
        }
        PrintWriter out = spec.commandLine().getOut();
        print(new MachineFiles(root), out);
        out.flush();
        return 0;
    }

    private static void print(MachineFiles files, PrintWriter out) {
        CpuTopology topology = files.topology();
        out.println(files.model().orElse("unknown processor"));
        out.println(topology);
        out.println();
        List<CpuHolder> holders = files.isThisMachine() ? holders(out) : List.of();
        CpuSet reserved = holders.stream().map(CpuHolder::cpus).reduce(CpuSet.of(), CpuSet::union);
        Picture.of(topology, reserved, files).forEach(out::println);
        section("Reserved", holders.stream().map(CpuHolder::toString).toList(), out);
        section("Clocks", List.of(Clocks.kernel(files)), out);
        if (files.isThisMachine()) {
            Clocks.measured().forEach(line -> out.println("  " + line));
        }
        section(
                "What costs latency",
                new Advisor(files, topology)
                        .advice().stream()
                                .flatMap(advice -> advice.lines().stream())
                                .toList(),
                out);
    }

    private static List<CpuHolder> holders(PrintWriter out) {
        try {
            return CpuReservation.holders();
        } catch (ReservationUnavailableException e) {
            out.println("reservations can't be read: " + e.getMessage());
            return List.of();
        }
    }

    private static void section(String title, List<String> lines, PrintWriter out) {
        if (!lines.isEmpty()) {
            out.println();
            out.println(title);
            lines.forEach(line -> out.println("  " + line));
        }
    }
}
