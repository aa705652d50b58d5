package dev.ropewalk.journal;

import org.jspecify.annotations.Nullable;

/** Closes parts one after the other, all of them, whatever one of them throws. */
final class Closing {
    private @Nullable Throwable first;

    /** Closes one. */
    Closing then(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException | Error e) {
            if (first == null) {
                first = e;
            } else if (!first.equals(e)) {
                first.addSuppressed(e);
            }
        }
        return this;
    }

    /** Throws what the first one has thrown that threw anything. */
    void end() {
        switch (first) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }
}
