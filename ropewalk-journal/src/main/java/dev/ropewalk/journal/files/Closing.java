package dev.ropewalk.journal.files;

import org.jspecify.annotations.Nullable;

/** Closes parts one after the other, all of them, whatever one of them throws. */
public final class Closing {
    private @Nullable Throwable first;

    /** Closes one. */
    public Closing then(Runnable part) {
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
    public void end() {
        switch (first) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }
}
