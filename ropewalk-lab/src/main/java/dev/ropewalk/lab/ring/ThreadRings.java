package dev.ropewalk.lab.ring;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A virtual thread of the JDK and a queue for each node. */
final class ThreadRings implements Rings {
    private final Workload workload;
    private final List<BlockingQueue<Token>> inboxes;
    private final List<Thread> threads;

    ThreadRings(Workload workload) {
        this.workload = workload;
        inboxes = Stream.<BlockingQueue<Token>>generate(LinkedTransferQueue::new)
                .limit(workload.nodes())
                .toList();
        List<ThreadNode> nodes = IntStream.range(0, workload.nodes())
                .mapToObj(number -> new ThreadNode(number, inboxes.get(number)))
                .toList();
        Node.link(workload, nodes, inboxes);
        threads = nodes.stream().map(Thread::startVirtualThread).toList();
    }

    @Override
    public void start(int ring, Token token) {
        inboxes.get(workload.firstNode(ring)).add(token);
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }

    private static final class ThreadNode extends Node<BlockingQueue<Token>> implements Runnable {
        private final BlockingQueue<Token> inbox;

        ThreadNode(int number, BlockingQueue<Token> inbox) {
            super(number);
            this.inbox = inbox;
        }

        @Override
        public void run() {
            try {
                while (true) {
                    Token token = inbox.take();
                    if (token.visit(number())) {
                        next().add(token);
                    }
                }
            } catch (InterruptedException e) {
                // The trial is closed.
            }
        }
    }
}
