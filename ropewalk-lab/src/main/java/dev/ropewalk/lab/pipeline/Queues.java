package dev.ropewalk.lab.pipeline;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;

/** The bounded queues of one library, and how threads wait at them. */
enum Queues {
    JDK {
        @Override
        Hop oneToOne(int capacity) {
            return Hop.blocking(capacity);
        }

        @Override
        Hop manyToOne(int capacity) {
            return Hop.blocking(capacity);
        }

        @Override
        Hop oneToMany(int capacity) {
            return Hop.blocking(capacity);
        }

        @Override
        IdleStrategy idle() {
            return NoOpIdleStrategy.INSTANCE;
        }
    },
    AGRONA {
        @Override
        Hop oneToOne(int capacity) {
            return Hop.polling(new OneToOneConcurrentArrayQueue<>(capacity));
        }

        @Override
        Hop manyToOne(int capacity) {
            return Hop.polling(new ManyToOneConcurrentArrayQueue<>(capacity));
        }

        @Override
        Hop oneToMany(int capacity) {
            return Hop.polling(new ManyToManyConcurrentArrayQueue<>(capacity));
        }

        @Override
        IdleStrategy idle() {
            return new BackoffIdleStrategy();
        }
    },
    JCTOOLS {
        @Override
        Hop oneToOne(int capacity) {
            return Hop.polling(new SpscArrayQueue<>(capacity));
        }

        @Override
        Hop manyToOne(int capacity) {
            return Hop.polling(new MpscArrayQueue<>(capacity));
        }

        @Override
        Hop oneToMany(int capacity) {
            return Hop.polling(new SpmcArrayQueue<>(capacity));
        }

        @Override
        IdleStrategy idle() {
            return YieldingIdleStrategy.INSTANCE;
        }
    };

    /** Returns a queue from one thread to another. */
    abstract Hop oneToOne(int capacity);

    /** Returns a queue from several threads to one. */
    abstract Hop manyToOne(int capacity);

    /** Returns a queue from one thread to several, each of which takes other events. */
    abstract Hop oneToMany(int capacity);

    /** Returns how one thread waits, where the queues don't block. */
    abstract IdleStrategy idle();
}
