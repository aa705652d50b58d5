package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.Strategy;

/** Reads strategies from their texts. */
public final class StrategyParser {
    private static final String FORMS =
            "random, round-robin, pct:DEPTH, pos, uniform, delays:BOUND, exhaustive, exhaustive:BOUND,"
                    + " exhaustive-reduced, exhaustive-reduced:BOUND or portfolio, and behind it +fair:STEPS if wanted";

    private StrategyParser() {}

    /** Reads a strategy. */
    public static Strategy parse(String text) {
        int plus = text.indexOf('+');
        if (plus < 0) {
            return head(text, text);
        }
        String tail = text.substring(plus + 1);
        if (!tail.startsWith("fair:")) {
            throw unknown(text);
        }
        return head(text.substring(0, plus), text).withFairTail(number(tail, text));
    }

    private static Strategy head(String head, String text) {
        int colon = head.indexOf(':');
        return switch (colon < 0 ? head : head.substring(0, colon + 1)) {
            case "random" -> Strategy.randomWalk();
            case "round-robin" -> Strategy.roundRobin();
            case "pct:" -> Strategy.pct(number(head, text));
            case "pos" -> Strategy.pos();
            case "uniform" -> Strategy.uniform();
            case "delays:" -> Strategy.delays(number(head, text));
            case "exhaustive" -> Strategy.exhaustive();
            case "exhaustive:" -> Strategy.exhaustive(number(head, text));
            case "exhaustive-reduced" -> Strategy.exhaustiveReduced();
            case "exhaustive-reduced:" -> Strategy.exhaustiveReduced(number(head, text));
            case "portfolio" -> Strategy.portfolio();
            default -> throw unknown(text);
        };
    }

    /** Returns the number behind the colon. */
    private static int number(String part, String text) {
        String digits = part.substring(part.indexOf(':') + 1);
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + digits + "\" is no number, in strategy \"" + text + "\"", e);
        }
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException("no strategy: \"" + text + "\". Expected " + FORMS);
    }
}
