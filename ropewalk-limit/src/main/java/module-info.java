/** Limits: limiters with a fixed or an adaptive limit, and budgets over real resources. */
@SuppressWarnings("module") // the modules that its rooms are opened to are built after it
module dev.ropewalk.limit {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;
    requires java.management;

    exports dev.ropewalk.limit;
    exports dev.ropewalk.limit.algorithm to
            dev.ropewalk.task;
    exports dev.ropewalk.limit.budget to
            dev.ropewalk.graph,
            dev.ropewalk.task;
    exports dev.ropewalk.limit.waiter to
            dev.ropewalk.graph,
            dev.ropewalk.task;
}
