package dev.ropewalk.lab.cluster;

/** Entities, or actors, that messages are told to from this process. */
interface Recipients extends AutoCloseable {
    /** Tells one of them something, with the forms of sending that is usual there. */
    void tell(int entity, long number);

    /** Ends what this process has to do with them. */
    @Override
    void close();

    /** Gets the entities ready. */
    @FunctionalInterface
    interface Opener {
        /**
         * Returns the entities.
         *
         * @param arrivals what each of them calls with a message's number when it gets one
         */
        Recipients open(Arrival arrivals) throws Exception;
    }

    /** What an entity does with a message. */
    @FunctionalInterface
    interface Arrival {
        void arrived(long number);
    }
}
