/**
 * The lab: experiments that measure Ropewalk beside its rivals in one run.
 *
 * <p>Most rivals and a few helpers have no usable module descriptors. They are read from the class path, and so the lab is
 * run from the class path, too.
 */
module dev.ropewalk.lab {
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires com.softwaremill.jox;
    requires dev.ropewalk.actor;
    requires dev.ropewalk.channel;
    requires dev.ropewalk.cluster;
    requires dev.ropewalk.console;
    requires dev.ropewalk.cpu;
    requires dev.ropewalk.flow;
    requires dev.ropewalk.graph;
    requires dev.ropewalk.kotlin;
    requires dev.ropewalk.limit;
    requires dev.ropewalk.pipeline;
    requires dev.ropewalk.journal;
    requires dev.ropewalk.journal.tool;
    requires dev.ropewalk.task;
    requires dev.ropewalk.scheduler;
    requires dev.ropewalk.sim;
    requires dev.ropewalk.sim.junit;
    requires info.picocli;
    requires java.management;
    requires java.net.http;
    requires jdk.attach;
    requires jdk.management;
    requires org.junit.platform.launcher;
    requires static org.jspecify;

    exports dev.ropewalk.lab;

    uses org.junit.platform.engine.TestEngine;
}
