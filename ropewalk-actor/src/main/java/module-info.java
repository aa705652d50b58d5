/** Typed, supervised and bounded actors on the strands of a scheduler. */
module dev.ropewalk.actor {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.actor;
}
