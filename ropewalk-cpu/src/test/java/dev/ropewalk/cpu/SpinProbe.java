package dev.ropewalk.cpu;

import java.util.concurrent.atomic.AtomicBoolean;

/** Lets a virtual thread spin until another one, which shares its only carrier, has run. */
public final class SpinProbe {
    private SpinProbe() {}

    public static void main(String[] arguments) throws InterruptedException {
        var seen = new AtomicBoolean();
        var ran = new AtomicBoolean();
        Thread waiter = Thread.startVirtualThread(() -> {
            Thread other = Thread.startVirtualThread(() -> ran.set(true));
            IdleStrategy idle = IdleStrategy.busySpin();
            while (!ran.get()) {
                idle.idle();
            }
            seen.set(other.isVirtual());
        });
        waiter.join();
        System.out.println("seen=" + seen.get());
    }
}
