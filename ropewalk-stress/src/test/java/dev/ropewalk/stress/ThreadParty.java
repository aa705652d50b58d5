package dev.ropewalk.stress;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.stress.StormChannel.Letter;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/** A thread as a party; it is disturbed by interrupts. */
final class ThreadParty extends StormParty {
    private final Thread thread;

    ThreadParty(ChannelStorm storm, int id, SplittableRandom random, ThreadFactory factory) {
        super(storm, id, random);
        thread = factory.newThread(this::run);
    }

    @Override
    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!storm.hasEnded()) {
                step();
            }
        } catch (Throwable thrown) {
            storm.failed(thrown);
        } finally {
            storm.left();
        }
    }

    private void step() {
        StormChannel target = storm.anyChannel(random);
        try {
            act(target);
        } catch (InterruptedException disturbed) {
            storm.disturbed();
        } catch (ChannelClosedException end) {
            storm.ended();
        }
    }

    private void act(StormChannel target) throws InterruptedException {
        Channel<Letter> channel = target.channel;
        Letter letter = newLetter();
        switch (random.nextInt(11)) {
            case 0 -> {
                channel.send(letter);
                target.sent(letter);
            }
            case 1 -> sent(target, letter, channel.sendResult(letter));
            case 2 -> {
                if (channel.send(letter, shortTime())) {
                    target.sent(letter);
                }
            }
            case 3 -> sent(target, letter, channel.trySendResult(letter));
            case 4 -> received(target, channel.receive());
            case 5 -> received(target, channel.receiveResult());
            case 6 -> channel.receive(shortTime()).ifPresent(element -> received(target, element));
            case 7 -> channel.tryReceive().ifPresent(element -> received(target, element));
            case 8 -> drain(target);
            default -> newSelect().select();
        }
    }

    @Override
    void disturb() {
        thread.interrupt();
    }

    @Override
    String position() {
        return this + ", " + thread + ", waits for " + LockSupport.getBlocker(thread) + "\n    "
                + Arrays.toString(thread.getStackTrace());
    }
}
