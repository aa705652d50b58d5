package dev.ropewalk.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another process that writes to a journal as it is told. */
public final class WriterProcess implements AutoCloseable {
    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    public WriterProcess(Path journal) {
        List<String> command = new ArrayList<>(ChildImage.java());
        command.addAll(List.of(ObedientWriter.class.getName(), journal.toString()));
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
        answer();
    }

    /** Gives an order and returns the answer. */
    public String tell(String order) {
        orders.println(order);
        return answer();
    }

    private String answer() {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return String.valueOf(answers.readLine());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    /** Sends a signal, such as STOP, and waits until it is delivered, if that shows. */
    public void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("kill -" + name + " ended with " + code);
        }
    }

    /** Kills it and waits until it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    }
}
