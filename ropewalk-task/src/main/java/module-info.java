/** Tasks: bounded virtual threads, adaptive limits, budgets over real resources, and graphs of actions. */
module dev.ropewalk.task {
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;
    requires java.management;

    exports dev.ropewalk.task;
}
