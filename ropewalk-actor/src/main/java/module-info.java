/** Typed, supervised and bounded actors on the strands of a scheduler. */
@SuppressWarnings("module") // those it opens rooms to are built after it
module dev.ropewalk.actor {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.actor;
    exports dev.ropewalk.actor.cell to
            dev.ropewalk.cluster;
    exports dev.ropewalk.actor.proxy to
            dev.ropewalk.cluster;
    exports dev.ropewalk.actor.mailbox to
            dev.ropewalk.cluster;
    exports dev.ropewalk.actor.registry to
            dev.ropewalk.cluster;
    exports dev.ropewalk.actor.supervision to
            dev.ropewalk.cluster;
}
