package dev.ropewalk.lab.shop;

import dev.ropewalk.console.Console;
import dev.ropewalk.console.ConsoleOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Opens the shop and the console on it. */
@Command(
        name = "console",
        description = {
            "Opens a small shop that uses every part of Ropewalk, and the console on it.",
            "The address of the page is printed. Type the name of a trouble to turn it on or off,",
            "'address' for an address for another browser, and 'quit' or Ctrl-C to end."
        },
        footer = {
            "",
            "Troubles: failures, overflow, dead-letters, growing-queue, blocked-worker, deadlock, unread-channel,",
            "slow-stage, slow-delivery"
        },
        mixinStandardHelpOptions = true)
public final class ConsoleSubcommand implements Callable<Integer> {
    private static final int MAX_CUSTOMERS = 1_000_000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--trouble",
            split = ",",
            paramLabel = "NAME",
            converter = TroubleConverter.class,
            description = "begin with these troubles")
    private List<Trouble> troubles = List.of();

    @Option(
            names = "--customers",
            defaultValue = "1000",
            description = "how many actors buy; ${DEFAULT-VALUE} by default")
    private int customers;

    @Option(names = "--port", defaultValue = "0", description = "of the page; a free one by default")
    private int port;

    /** Reads the name of a trouble. */
    static final class TroubleConverter implements ITypeConverter<Trouble> {
        @Override
        public Trouble convert(String text) {
            return Arrays.stream(Trouble.values())
                    .filter(trouble -> trouble.toString().equals(text.strip().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "no trouble is called '" + text + "': there are " + List.of(Trouble.values())));
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (customers < 1 || customers > MAX_CUSTOMERS) {
            throw new ParameterException(
                    spec.commandLine(), "--customers must be 1 to " + MAX_CUSTOMERS + ", not " + customers);
        }
        ConsoleOptions options = options();
        var knobs = new Trouble.Knobs();
        troubles.forEach(knobs::turnOn);
        PrintWriter out = spec.commandLine().getOut();
        var ended = new CountDownLatch(1);
        try (Shop shop = new Shop(knobs, customers);
                Console console = Console.open(options)) {
            out.println(shop + " is open. See " + console.address());
            out.println("The address opens the page in one browser. Type 'help' for what can be done.");
            out.flush();
            if (obey(knobs, console, out)) {
                ended.countDown();
            }
            ended.await();
        }
        return 0;
    }

    private ConsoleOptions options() {
        try {
            return ConsoleOptions.defaults().port(port);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--port: " + e.getMessage(), e);
        }
    }

    /** Obeys what is typed; returns whether that was to quit, and not the end of the input. */
    private static boolean obey(Trouble.Knobs knobs, Console console, PrintWriter out) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String word = line.strip().toLowerCase(Locale.ROOT);
            if (word.equals("quit")) {
                return true;
            }
            out.println(answer(word, knobs, console));
            out.flush();
        }
        return false;
    }

    private static String answer(String word, Trouble.Knobs knobs, Console console) {
        if (word.equals("address")) {
            return console.address().toString();
        }
        for (Trouble trouble : Trouble.values()) {
            if (trouble.toString().equals(word)) {
                return trouble + (knobs.turn(trouble) ? " is on: " : " is off again: ") + trouble.what();
            }
        }
        var text = new StringBuilder("quit, address, or a trouble to be turned on or off:");
        for (Trouble trouble : Trouble.values()) {
            text.append("\n  ")
                    .append(knobs.isOn(trouble) ? "* " : "  ")
                    .append(trouble)
                    .append(": ")
                    .append(trouble.what());
        }
        return text.toString();
    }
}
