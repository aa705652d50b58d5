package dev.ropewalk.lab.command;

import dev.ropewalk.lab.driver.ExperimentRun;
import dev.ropewalk.lab.driver.Plan;
import dev.ropewalk.lab.driver.Progress;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.report.Summary;
import dev.ropewalk.lab.report.TextSummary;
import dev.ropewalk.lab.report.TextTable;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.ResultFiles;
import dev.ropewalk.lab.result.Session;
import dev.ropewalk.lab.result.SessionFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;

/** Runs the experiments of a session: shows tables, writes result files and the report. */
final class PlanRunner {
    private static final int FAULTY = 1;
    private static final int INTERRUPTED = 130;

    private final Catalogue catalogue;
    private final CommandLine command;
    private final Path folder;
    private final PrintWriter out;

    PlanRunner(Catalogue catalogue, CommandLine command, Path folder) {
        this.catalogue = catalogue;
        this.command = command;
        this.folder = folder;
        out = command.getOut();
    }

    /** Runs the experiments of a new session one after the other and returns the exit code. */
    int start(Session session) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new ParameterException(command, "--out must be a folder, but " + folder + " is a file");
        }
        return run(session, false);
    }

    /** Goes on with the session that was interrupted in the folder and returns the exit code. */
    int resume() throws IOException {
        Session session = SessionFile.read(folder)
                .orElseThrow(() ->
                        new ParameterException(command, "--resume: no run was interrupted in the folder " + folder));
        return run(session, true);
    }

    private int run(Session session, boolean resumed) throws IOException {
        List<Plan> plans = plans(session);
        writeFirst(session);
        try (Interruption _ = Interruption.ofThisThread()) {
            var results = new ArrayList<ExperimentResult>();
            try {
                runAll(plans, session, resumed, results);
            } catch (InterruptedException e) {
                return interrupted(session);
            }
            SessionFile.delete(folder);
            if (plans.size() > 1) {
                out.print(new TextSummary().format(Summary.of(results, catalogue.experiments())));
            }
            tellReport();
            return results.stream().anyMatch(PlanRunner::isFaulty) ? FAULTY : 0;
        }
    }

    /** Writes the first file, which shows whether results can be written at all. */
    private void writeFirst(Session session) {
        try {
            SessionFile.write(folder, session);
        } catch (IOException e) {
            throw new ParameterException(command, "can't write to the folder " + folder + " of --out: " + e, e);
        }
    }

    private void runAll(List<Plan> plans, Session session, boolean resumed, List<ExperimentResult> results)
            throws IOException, InterruptedException {
        var clock = new TourClock(plans.size(), System::nanoTime);
        for (int index = 0; index < plans.size(); index++) {
            Plan plan = plans.get(index);
            Experiment experiment = plan.experiment();
            Optional<ExperimentResult> known =
                    resumed ? ResultFiles.find(folder, experiment.name()).filter(session::isOfThis) : Optional.empty();
            // Asked for in any case, so that what this experiment doesn't take is dealt out to the others.
            Duration share = clock.next();
            if (known.filter(ExperimentResult::isComplete).isPresent()) {
                out.println(experiment.name() + ": done before the interruption");
                results.add(known.get());
                continue;
            }
            String place = plans.size() == 1 ? "" : " (" + (index + 1) + " of " + plans.size() + ")";
            out.println(experiment.name() + place + ": " + experiment.question());
            if (plan.size() == Size.TOUR) {
                out.println("tour: " + experiment.tour().reason());
            }
            out.flush();
            Optional<Duration> limit = plan.size() == Size.TOUR ? Optional.of(share) : Optional.empty();
            results.add(run(plan, new ExperimentRun(plan, session.occasion(), known, limit)));
            ReportSubcommand.write(catalogue, folder);
        }
    }

    private ExperimentResult run(Plan plan, ExperimentRun run) throws IOException, InterruptedException {
        int cells = run.cells();
        var timeLeft = new TimeLeft(cells, run.limit(), System::nanoTime);
        ExperimentResult result;
        try (Progress progress = ProgressDisplay.start(plan.experiment().name(), cells, timeLeft, command.getErr())) {
            result = run.run(progress, this::save);
        }
        out.println();
        out.print(new TextTable(Ansi.AUTO.enabled()).format(result, plan.experiment()));
        if (plan.size() == Size.SMOKE) {
            out.println("Size smoke checks answers. Its figures are of cold code: they compare nothing.");
        }
        out.println("results: " + ResultFiles.write(folder, result).toAbsolutePath());
        out.println();
        out.flush();
        return result;
    }

    private List<Plan> plans(Session session) {
        try {
            return session.parts().stream()
                    .map(part -> new Planner(catalogue.get(part.experiment())).plan(session, part))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, String.valueOf(e.getMessage()), e);
        }
    }

    /** The report tells by itself that the session isn't finished. */
    private int interrupted(Session session) throws IOException {
        List<ExperimentResult> results = ResultFiles.readAll(folder);
        List<String> missing = session.missing(results);
        out.println();
        out.println("interrupted: " + (session.parts().size() - missing.size()) + " of "
                + session.parts().size() + " experiments are complete; missing: " + String.join(", ", missing));
        out.println("'ropewalk lab --resume --out " + folder + "' goes on");
        if (!results.isEmpty()) {
            tellReport();
        }
        out.flush();
        return INTERRUPTED;
    }

    private void tellReport() throws IOException {
        out.println("report: " + ReportSubcommand.write(catalogue, folder).toAbsolutePath());
        out.flush();
    }

    private static boolean isFaulty(ExperimentResult result) {
        return result.skipped().stream()
                .anyMatch(entry -> entry.isWrong() || (entry.isFault() && Contender.isOurs(entry.contender())));
    }

    /** A run of size full takes hours: what is known is kept, should it be stopped. */
    private void save(ExperimentResult known) {
        try {
            ResultFiles.write(folder, known);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to " + folder, e);
        }
    }
}
