package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.ExperimentRun;
import dev.ropewalk.lab.driver.Plan;
import dev.ropewalk.lab.driver.Progress;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.report.TextTable;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.ResultFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Runs plans: shows tables, writes result files and the report. */
final class PlanRunner {
    private static final int FAULTY = 1;

    private final Catalogue catalogue;
    private final CommandLine command;
    private final PrintWriter out;

    PlanRunner(Catalogue catalogue, CommandLine command) {
        this.catalogue = catalogue;
        this.command = command;
        out = command.getOut();
    }

    /** Runs plans one after the other and returns the exit code. */
    int run(List<Plan> plans, Path folder) throws IOException, InterruptedException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new CommandLine.ParameterException(command, "--out must be a folder, but " + folder + " is a file");
        }
        boolean faulty = false;
        for (Plan plan : plans) {
            ExperimentResult result = run(plan, folder);
            faulty |= result.skipped().stream()
                    .anyMatch(entry -> entry.isWrong() || (entry.isFault() && Contender.isOurs(entry.contender())));
        }
        Path report = ReportSubcommand.write(catalogue, folder);
        out.println("report: " + report.toAbsolutePath());
        out.flush();
        return faulty ? FAULTY : 0;
    }

    private ExperimentResult run(Plan plan, Path folder) throws IOException, InterruptedException {
        out.println(plan.experiment().name() + ": " + plan.experiment().question());
        out.flush();
        ExperimentResult result;
        try (Progress progress =
                ProgressDisplay.start(plan.experiment().name(), plan.cells().size(), command.getErr())) {
            result = new ExperimentRun(plan).run(progress, known -> save(folder, known));
        }
        out.println();
        out.print(new TextTable(Ansi.AUTO.enabled())
                .format(result, plan.experiment().mainContender()));
        out.println("results: " + ResultFiles.write(folder, result).toAbsolutePath());
        out.println();
        out.flush();
        return result;
    }

    /** A run of size full takes hours: what is known is kept, should it be stopped. */
    private static void save(Path folder, ExperimentResult known) {
        try {
            ResultFiles.write(folder, known);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to " + folder, e);
        }
    }
}
