package dev.ropewalk.lab.shop;

import dev.ropewalk.console.attach.Attachment;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Opens the console in a running JVM. */
@Command(
        name = "attach",
        description = {
            "Opens the console in a running JVM that has Ropewalk on its class path, and prints the address of the page.",
            "The JVM needn't be prepared for it. It must run as the same user, on this machine."
        },
        mixinStandardHelpOptions = true)
public final class AttachSubcommand implements Callable<Integer> {
    private static final int OK = 200;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "PID", description = "the number of the process; 'jps -l' lists them")
    private String pid = "";

    @Option(names = "--snapshot", description = "print what all views show, as JSON, instead of the address")
    private boolean snapshot;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            URI address = Attachment.open(pid);
            out.println(snapshot ? snapshot(address) : "See " + address);
            out.flush();
            return 0;
        } catch (IOException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(spec.commandLine().getColorScheme().errorText(String.valueOf(e.getMessage())));
            err.flush();
            return 1;
        }
    }

    private static String snapshot(URI address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI place = address.resolve("/take/snapshot.json?" + address.getRawQuery());
            var answer = client.send(HttpRequest.newBuilder(place).build(), BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new IOException("the console answered with status " + answer.statusCode());
            }
            return answer.body();
        }
    }
}
