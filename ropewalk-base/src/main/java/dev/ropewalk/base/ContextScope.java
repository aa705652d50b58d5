package dev.ropewalk.base;

/** The time in which a context is that of a thread. It belongs to the thread that has opened it, and scopes close in reverse order. */
public interface ContextScope extends AutoCloseable {
    /** The scope of no context. */
    ContextScope NONE = new ContextScope() {
        @Override
        public void failed(Throwable thrown) {}

        @Override
        public void close() {}
    };

    /** Notes what the code in this scope has thrown. */
    void failed(Throwable thrown);

    /** Gives the thread back the context that it had. */
    @Override
    void close();
}
