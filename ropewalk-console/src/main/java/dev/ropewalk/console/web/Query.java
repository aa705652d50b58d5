package dev.ropewalk.console.web;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The parameters of a request. What can't be read as what is wanted counts as absent. */
public final class Query {
    private final Map<String, String> values = new HashMap<>();

    public Query(URI address) {
        String text = address.getRawQuery();
        if (text == null) {
            return;
        }
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.putIfAbsent(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** Returns a number, brought into a range. */
    public int number(String name, int otherwise, int min, int max) {
        try {
            return Math.clamp(Long.parseLong(values.getOrDefault(name, String.valueOf(otherwise))), min, max);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    public boolean flag(String name) {
        return Boolean.parseBoolean(values.get(name));
    }
}
