package dev.ropewalk.sim.trace;

import dev.ropewalk.scheduler.step.StepKind;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;

/** What stands around the drawing of a page, and its styles. */
final class PictureFrame {
    /** So many lines of the failure stand below the steps, too. */
    private static final int MAX_LINES = 6;

    static final String ARROW = """
            <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"\
             markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 z"/></marker></defs>
            """;

    private static final String STYLE = """
            :root { color-scheme: light dark; --back: #fff; --text: #1c1e21; --weak: #6b7280; --line: #c9cdd3;
              --cause: #b45309; --bad: #c81e1e; --badback: #fde8e8; --message: #dbeafe; --channel: #d1fae5;
              --thread: #ececf0; --permit: #fef3c7; --ring: #ede9fe; --access: #fce7f3; }
            @media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #e6e8eb; --weak: #9aa2ad;
              --line: #454b54; --cause: #f0a03c; --bad: #ff7b72; --badback: #3d1d1f; --message: #1d3557;
              --channel: #14432f; --thread: #2f3339; --permit: #4a3b10; --ring: #372c5c; --access: #4d2038; } }
            body { background: var(--back); color: var(--text); font: 14px/1.45 system-ui, sans-serif; margin: 1.5rem; }
            h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0 0 1rem; max-width: 75rem; }
            dt { color: var(--weak); } dd { margin: 0; overflow-wrap: anywhere; }
            code, pre { font: 12px/1.4 ui-monospace, monospace; }
            pre { background: var(--badback); border-left: 4px solid var(--bad); border-radius: 4px; margin: 0 0 1rem;
              max-width: 75rem; padding: .6rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; }
            svg { display: block; } text { fill: var(--text); font: 12px ui-monospace, monospace; }
            .names { position: sticky; top: 0; background: var(--back); border-bottom: 1px solid var(--line); }
            .name { font: 600 13px system-ui, sans-serif; text-anchor: middle; }
            .number, .time { fill: var(--weak); text-anchor: end; } .time { opacity: .55; }
            .time.moved { fill: var(--text); opacity: 1; }
            .life { stroke: var(--line); stroke-width: 2; }
            .turn { stroke: var(--weak); stroke-width: 1; stroke-dasharray: 2 3; }
            .cause { stroke: var(--cause); stroke-width: 1.6; marker-end: url(#tip); } .tip { fill: var(--cause); }
            rect { stroke: var(--line); } .message { fill: var(--message); } .channel { fill: var(--channel); }
            .thread { fill: var(--thread); } .permit { fill: var(--permit); } .ring { fill: var(--ring); }
            .access { fill: var(--access); } .last { stroke: var(--bad); stroke-width: 2.5; }
            .fault { fill: var(--badback); stroke: var(--bad); stroke-width: 1.6; stroke-dasharray: 5 3; }
            .legend { color: var(--weak); }
            """;

    private PictureFrame() {}

    static String begin(PictureTitle title, Trace trace, long switches) {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>"
                + Html.escaped(title.test())
                + "</title>\n<style>\n" + STYLE + "</style>\n</head>\n<body>\n<h1>"
                + Html.escaped(title.test()) + "</h1>\n<dl>\n"
                + entry("found by", title.strategy() + ", seed " + title.seed())
                + entry("length", length(trace, switches))
                + entry("repeat it", "-Dropewalk.simulation.replay=" + title.replay())
                + "</dl>\n" + failure(title.failure())
                + "<p class=\"legend\">Time goes down. An arrow leads from a step to what it has let another party do; a"
                + " dotted line is a change of turn; the last step before the failure has a red frame; a dashed red box is a fault, in the course of the step before it.</p>\n";
    }

    private static String length(Trace trace, long switches) {
        String length = trace.steps().size() + " steps, the turn changes " + switches + " times";
        return switch (trace.faults().size()) {
            case 0 -> length;
            case 1 -> length + ", 1 fault";
            default -> length + ", " + trace.faults().size() + " faults";
        };
    }

    private static String entry(String name, String value) {
        return "<dt>" + name + "</dt><dd><code>" + Html.escaped(value) + "</code></dd>\n";
    }

    private static String failure(String text) {
        return "<pre>" + Html.escaped(text.strip()) + "</pre>\n";
    }

    static String end(PictureTitle title) {
        String begin = title.failure().lines().limit(MAX_LINES).collect(Collectors.joining("\n"));
        return failure(begin) + "</body>\n</html>\n";
    }

    /** Returns a moment of virtual time in a unit that suits it. */
    static String time(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        if (time.toSeconds() > 0) {
            return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
        }
        return nanos < 1_000_000
                ? String.format(Locale.ROOT, "%.1f us", nanos / 1e3)
                : String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }

    static String style(StepKind kind) {
        return switch (kind) {
            case TASK, MESSAGE, SUBMIT, TIMER -> "message";
            case SEND, RECEIVE, SELECT, CLOSE -> "channel";
            case START, WAKE, UNPARK, YIELD, SPIN -> "thread";
            case ACQUIRE, RELEASE -> "permit";
            case CLAIM, PUBLISH, CONSUME -> "ring";
            case ACCESS -> "access";
        };
    }
}
