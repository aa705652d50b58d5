/** What several modules of Ropewalk need and users don't: it is exported to these modules only. */
@SuppressWarnings("module") // the modules that it is exported to are built after it
module dev.ropewalk.base {
    requires jdk.jfr;
    requires static org.jspecify;

    exports dev.ropewalk.base to
            dev.ropewalk.actor,
            dev.ropewalk.channel,
            dev.ropewalk.cluster,
            dev.ropewalk.cluster.kubernetes,
            dev.ropewalk.cluster.pekko,
            dev.ropewalk.cluster.testkit,
            dev.ropewalk.cpu,
            dev.ropewalk.flow,
            dev.ropewalk.graph,
            dev.ropewalk.journal,
            dev.ropewalk.limit,
            dev.ropewalk.micrometer,
            dev.ropewalk.pipeline,
            dev.ropewalk.scheduler,
            dev.ropewalk.sim,
            dev.ropewalk.task;
    exports dev.ropewalk.base.flow to
            dev.ropewalk.actor,
            dev.ropewalk.channel,
            dev.ropewalk.flow,
            dev.ropewalk.graph,
            dev.ropewalk.journal,
            dev.ropewalk.pipeline,
            dev.ropewalk.task;
}
