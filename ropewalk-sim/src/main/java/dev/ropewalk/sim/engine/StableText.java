package dev.ropewalk.sim.engine;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a text what differs from one JVM to the next: addresses of objects and numbers of threads. So a failure reads the
 * same wherever it is repeated.
 */
public final class StableText {
    private static final Pattern LAMBDA = Pattern.compile("(?<=\\$\\$Lambda)/0x[0-9a-f]++");
    private static final Pattern ADDRESS = Pattern.compile("(?<![\\w.$])([\\w.$]++)@[0-9a-f]{1,8}\\b");
    private static final Pattern THREAD = Pattern.compile("(?<=Thread\\[)#\\d++,?");

    private StableText() {}

    /** Returns the text without them. */
    public static String of(String text) {
        String lambdas = LAMBDA.matcher(text).replaceAll("");
        String addresses = ADDRESS.matcher(lambdas).replaceAll(StableText::withoutAddress);
        return THREAD.matcher(addresses).replaceAll("");
    }

    /** Returns the text of an object; if that would be an address, which differs in each run, its class. */
    static String nameOf(Object named) {
        String text = String.valueOf(named);
        Class<?> type = named.getClass();
        if (!text.startsWith(type.getName() + "@")) {
            return text;
        }
        Class<?> told = type.getName().startsWith("java.util.concurrent.") ? type.getNestHost() : type;
        return "a " + told.getSimpleName();
    }

    /** Something like a mail's address isn't meant: the name before it must be that of a class in a package. */
    private static String withoutAddress(MatchResult found) {
        String name = found.group(1);
        int dot = name.lastIndexOf('.');
        boolean isClass = dot > 0 && dot + 1 < name.length() && Character.isUpperCase(name.charAt(dot + 1));
        return Matcher.quoteReplacement(isClass ? name : found.group());
    }
}
