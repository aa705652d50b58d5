package dev.ropewalk.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A strict JSON reader (RFC 8259), for tests: objects become maps, arrays lists, numbers doubles. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blanks();
        if (json.at != text.length()) {
            throw json.wrong("the end");
        }
        return value;
    }

    private Object value() {
        blanks();
        return switch (text.charAt(at)) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        blanks();
        if (text.charAt(at) != '}') {
            do {
                blanks();
                String name = string();
                blanks();
                expect(':');
                if (members.put(name, value()) != null) {
                    throw wrong("another name than " + name);
                }
                blanks();
            } while (accept(','));
        }
        expect('}');
        return members;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        expect('[');
        blanks();
        if (text.charAt(at) != ']') {
            do {
                elements.add(value());
                blanks();
            } while (accept(','));
        }
        expect(']');
        return elements;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        expect('"');
        while (!accept('"')) {
            char next = text.charAt(at++);
            if (next < ' ') {
                throw wrong("no control character");
            }
            string.append(next == '\\' ? escaped() : next);
        }
        return string.toString();
    }

    private char escaped() {
        char kind = text.charAt(at++);
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'u' -> {
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> throw wrong("an escape");
        };
    }

    private Double number() {
        int begin = at;
        while ("+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String number = text.substring(begin, at);
        if (!number.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
            throw wrong("a number, not '" + number + "'");
        }
        return Double.valueOf(number);
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean accept(char wanted) {
        if (text.charAt(at) != wanted) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw wrong("'" + wanted + "'");
        }
    }

    private AssertionError wrong(String wanted) {
        return new AssertionError(
                "expected " + wanted + " at " + at + ": " + text.substring(at, Math.min(at + 40, text.length())));
    }
}
