package dev.ropewalk.cluster.codec.type;

/** What is sent of an interface: a call of a method, and what has become of it. */
public sealed interface InterfaceValue permits MethodCall, MethodResult {
    /** Returns the method that was called. */
    InterfaceMethod method();
}
