package dev.ropewalk.lab.limits;

/** Lets only so many requests hold a resource at once. */
@FunctionalInterface
interface Holder {
    /** Runs a part of a request while it holds the resource; returns when that is over. */
    void hold(Runnable part);
}
