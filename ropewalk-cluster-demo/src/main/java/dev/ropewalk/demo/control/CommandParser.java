package dev.ropewalk.demo.control;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Reads commands, of which a line may have several with semicolons between them. */
final class CommandParser {
    static final List<String> HELP = List.of(
            "  status             how each node is",
            "  kill N             ends the process of node N at once",
            "  start N            starts node N again, under the address that it had",
            "  leave N            has node N leave as planned, after its entities have moved",
            "  pause N, resume N  has the process of node N stand still, and go on",
            "  partition N,M      cuts these nodes from all others; 'partition 1,2 | 3' only from node 3",
            "  heal               opens all ways again",
            "  settle             waits until the nodes that run see each other, and nobody else",
            "  wait TIME          lets time pass, such as 5s",
            "  quit               tells what was sent, handled and lost, and ends");

    private static final Duration MAX_WAIT = Duration.ofHours(1);

    private final int nodes;

    /** Makes a parser for the nodes 1 to a number. */
    CommandParser(int nodes) {
        this.nodes = nodes;
    }

    /**
     * Returns the commands of a text.
     *
     * @throws IllegalArgumentException if one of them is wrong
     */
    List<Command> parseAll(String text) {
        List<Command> all = new ArrayList<>();
        for (String part : text.split("[;\n]", -1)) {
            if (!part.isBlank()) {
                all.add(parse(part.strip()));
            }
        }
        return all;
    }

    private Command parse(String text) {
        String[] words = text.split("\\s+", 2);
        String rest = words.length == 1 ? "" : words[1].strip();
        String name = words[0].toLowerCase(Locale.ROOT);
        return switch (name) {
            case "kill" -> new Command.Kill(node(name, rest));
            case "pause" -> new Command.Pause(node(name, rest));
            case "resume" -> new Command.Resume(node(name, rest));
            case "start" -> new Command.Start(node(name, rest));
            case "leave" -> new Command.Leave(node(name, rest));
            case "partition" -> partition(rest);
            case "wait" -> new Command.Wait(time(rest));
            case "help" -> alone(name, rest, new Command.Help());
            case "status" -> alone(name, rest, new Command.Status());
            case "heal" -> alone(name, rest, new Command.Heal());
            case "settle" -> alone(name, rest, new Command.Settle());
            case "quit" -> alone(name, rest, new Command.Quit());
            default -> throw new IllegalArgumentException("there is no command '" + words[0] + "': 'help' tells them");
        };
    }

    private static Command alone(String name, String rest, Command command) {
        if (!rest.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' takes nothing, but got '" + rest + "'");
        }
        return command;
    }

    private int node(String command, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("'" + command + "' takes the number of a node, 1 to " + nodes);
        }
        try {
            int node = Integer.parseInt(text);
            if (node >= 1 && node <= nodes) {
                return node;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + command + "' takes the number of a node, 1 to " + nodes + ", but got '" + text + "'", e);
        }
        throw new IllegalArgumentException("there is no node " + text + ": the nodes are 1 to " + nodes);
    }

    private Command partition(String text) {
        String[] sides = text.split("\\|", -1);
        Set<Integer> one = side(sides[0]);
        Set<Integer> other = new TreeSet<>();
        if (sides.length > 2) {
            throw new IllegalArgumentException("'partition' takes two parts, but got " + sides.length + ": " + text);
        } else if (sides.length == 2 && !sides[1].strip().equals("rest")) {
            other.addAll(side(sides[1]));
        } else {
            for (int node = 1; node <= nodes; node++) {
                if (!one.contains(node)) {
                    other.add(node);
                }
            }
        }
        if (other.isEmpty() || other.stream().anyMatch(one::contains)) {
            throw new IllegalArgumentException("'partition' takes two parts that have no node in common, but got '"
                    + text + "' of the nodes 1 to " + nodes);
        }
        return new Command.Partition(one, other);
    }

    private Set<Integer> side(String text) {
        Set<Integer> side = new TreeSet<>();
        Arrays.stream(text.strip().split("\\s*,\\s*", -1)).forEach(each -> side.add(node("partition", each)));
        return side;
    }

    private static Duration time(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("'wait' takes a time, such as 5s");
        }
        Duration time = Times.parse(text);
        if (time.compareTo(MAX_WAIT) > 0) {
            throw new IllegalArgumentException("'wait' takes an hour at most, but got '" + text + "'");
        }
        return time;
    }
}
