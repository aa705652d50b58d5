/** Tasks: executors of virtual threads that run a limited number of tasks at once. */
module dev.ropewalk.task {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.limit;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.task;
}
