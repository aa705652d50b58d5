package dev.ropewalk.console.attach;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.io.IOException;

/** A program that has prepared nothing: an actor counts until the input ends. With an argument, one without Ropewalk. */
public final class PlainProgram {
    private PlainProgram() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            started();
            return;
        }
        try (ActorSystem system = ActorSystem.create("plain")) {
            ActorRef<String> counter = system.spawn("counter", context -> message -> {});
            counter.tell("one");
            started();
        }
    }

    private static void started() throws IOException {
        System.out.println("started");
        System.out.flush();
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }
}
