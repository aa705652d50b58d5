/** Coroutines of Kotlin on strands and workers, and suspending forms of channels, actors, limiters and budgets. */
module dev.ropewalk.kotlin {
    requires static transitive dev.ropewalk.actor;
    requires static transitive dev.ropewalk.channel;
    requires static transitive dev.ropewalk.limit;
    requires static org.jspecify;
    requires transitive dev.ropewalk.scheduler;
    requires transitive kotlin.stdlib;
    requires transitive kotlinx.coroutines.core;

    exports dev.ropewalk.kotlin;
}
