package dev.ropewalk.lab.command;

import dev.ropewalk.lab.report.HtmlReport;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.ResultFiles;
import dev.ropewalk.lab.result.SafeFiles;
import dev.ropewalk.lab.result.SessionFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ropewalk lab report}: the report from result files. */
@Command(
        name = "report",
        description = "Rebuilds report.html from the result files in a folder.",
        mixinStandardHelpOptions = true)
final class ReportSubcommand implements Callable<Integer> {
    private static final String FILE = "report.html";

    private final Catalogue catalogue;

    @Parameters(paramLabel = "DIR", description = "The folder with the result files, NAME.json.")
    private Path folder = Path.of("");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    ReportSubcommand(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), "DIR must be a folder, but '" + folder + "' is none");
        }
        try {
            Path report = write(catalogue, folder);
            PrintWriter out = spec.commandLine().getOut();
            out.println("report: " + report.toAbsolutePath());
            out.flush();
            return 0;
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Writes the report on all result files in a folder and returns its file. */
    static Path write(Catalogue catalogue, Path folder) throws IOException {
        List<ExperimentResult> results = ResultFiles.readAll(folder);
        if (results.isEmpty()) {
            throw new IOException("there are no result files, NAME.json, in " + folder);
        }
        Path report = folder.resolve(FILE);
        SafeFiles.write(report, new HtmlReport(catalogue.experiments()).render(results, SessionFile.read(folder)));
        return report;
    }
}
