package dev.ropewalk.lab.pipeline;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import org.agrona.concurrent.IdleStrategy;

/** A bounded queue between threads. */
interface Hop {
    /** Adds an event, and waits for a free place if need be. */
    void put(Event event, IdleStrategy idle) throws InterruptedException;

    /** Takes an event, and waits for one if need be. */
    Event take(IdleStrategy idle) throws InterruptedException;

    /** Returns one that blocks in its own way. */
    static Hop blocking(int capacity) {
        var queue = new ArrayBlockingQueue<Event>(capacity);
        return new Hop() {
            @Override
            public void put(Event event, IdleStrategy idle) throws InterruptedException {
                queue.put(event);
            }

            @Override
            public Event take(IdleStrategy idle) throws InterruptedException {
                return queue.take();
            }
        };
    }

    /** Returns one of a queue that doesn't block: threads wait in their own way. */
    static Hop polling(Queue<Event> queue) {
        return new Hop() {
            @Override
            public void put(Event event, IdleStrategy idle) throws InterruptedException {
                if (queue.offer(event)) {
                    return;
                }
                idle.reset();
                do {
                    pause(idle);
                } while (!queue.offer(event));
            }

            @Override
            public Event take(IdleStrategy idle) throws InterruptedException {
                Event event = queue.poll();
                if (event != null) {
                    return event;
                }
                idle.reset();
                do {
                    pause(idle);
                    event = queue.poll();
                } while (event == null);
                return event;
            }
        };
    }

    private static void pause(IdleStrategy idle) throws InterruptedException {
        idle.idle();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
