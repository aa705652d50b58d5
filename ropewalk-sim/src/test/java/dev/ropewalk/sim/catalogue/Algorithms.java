package dev.ropewalk.sim.catalogue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Published algorithms with two accesses swapped, or one of their conditions left out. */
final class Algorithms {
    private Algorithms() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.ofThreads(
                                "two flags are read before they are set",
                                Theme.FIELDS,
                                Symptom.CHECK,
                                Algorithms::flags)
                        .from("Dekker's algorithm, in Dijkstra: Cooperating sequential processes, 1965")
                        .ofDepth(2),
                PlantedBug.ofThreads(
                                "a turn is given before the flag is set",
                                Theme.FIELDS,
                                Symptom.CHECK,
                                Algorithms::peterson)
                        .from("Peterson: Myths about the mutual exclusion problem, 1981"),
                PlantedBug.ofThreads("two threads draw one ticket", Theme.FIELDS, Symptom.CHECK, Algorithms::ticketLock)
                        .from("Mellor-Crummey, Scott: Algorithms for scalable synchronization, 1991"),
                PlantedBug.ofThreads("a stack's node comes back", Theme.FIELDS, Symptom.CHECK, Algorithms::aba)
                        .from("Treiber: Systems programming, coping with parallelism, 1986; the ABA problem"),
                PlantedBug.ofThreads(
                                "the last task of a deque is popped and stolen",
                                Theme.FIELDS,
                                Symptom.CHECK,
                                Algorithms::workStealingDeque)
                        .from("the work-stealing queue in Burckhardt et al.: A randomized scheduler with probabilistic"
                                + " guarantees of finding bugs, ASPLOS 2010; the THE protocol of Cilk-5, 1998"));
    }

    private static void flags(ThreadWorld world, boolean mended) {
        exclude(world, mended, false);
    }

    private static void peterson(ThreadWorld world, boolean mended) {
        exclude(world, mended, true);
    }

    private static void exclude(ThreadWorld world, boolean mended, boolean takesTurns) {
        List<Shared<Boolean>> wants = List.of(new Shared<>(false), new Shared<>(false));
        var turn = new Shared<>(0);
        var section = new CriticalSection();
        for (int i = 0; i < 2; i++) {
            int me = i;
            int other = 1 - i;
            world.start("thread-" + i, () -> {
                if (mended) {
                    wants.get(me).set(true);
                    turn.set(other);
                } else if (takesTurns) {
                    turn.set(other);
                    wants.get(me).set(true);
                }
                if (mended || takesTurns) {
                    Tasks.pollUntil(() -> !wants.get(other).get() || turn.get() == me);
                } else {
                    Tasks.pollUntil(() -> !wants.get(other).get());
                    wants.get(me).set(true);
                }
                section.pass();
                wants.get(me).set(false);
            });
        }
        world.run();
    }

    private static void ticketLock(ThreadWorld world, boolean mended) {
        var nextTicket = new Shared<>(0);
        var served = new Shared<>(0);
        var section = new CriticalSection();
        for (int i = 0; i < 2; i++) {
            world.start("thread-" + i, () -> {
                var ticket = new int[1];
                if (mended) {
                    Tasks.pollUntil(() -> {
                        ticket[0] = nextTicket.get();
                        return nextTicket.compareAndSet(ticket[0], ticket[0] + 1);
                    });
                } else {
                    ticket[0] = nextTicket.get();
                    nextTicket.set(ticket[0] + 1);
                }
                Tasks.pollUntil(() -> served.get() >= ticket[0]);
                section.pass();
                served.set(ticket[0] + 1);
            });
        }
        world.run();
    }

    /** An element of a stack. */
    private static final class Node {
        private final int element;
        private Optional<Node> next = Optional.empty();

        Node(int element) {
            this.element = element;
        }
    }

    /** A stack without locks; a mended one makes a node for each element that is pushed. */
    private static final class Stack {
        private final Shared<Optional<Node>> head = new Shared<>(Optional.empty());
        private final boolean mended;

        Stack(boolean mended) {
            this.mended = mended;
        }

        void push(Node pushed) {
            Node node = mended ? new Node(pushed.element) : pushed;
            Tasks.pollUntil(() -> {
                node.next = head.get();
                return head.compareAndSet(node.next, Optional.of(node));
            });
        }

        Optional<Node> pop() {
            while (true) {
                Optional<Node> top = head.get();
                if (top.isEmpty() || head.compareAndSet(top, top.get().next)) {
                    return top;
                }
            }
        }
    }

    private static void aba(ThreadWorld world, boolean mended) {
        var stack = new Stack(mended);
        List<Integer> taken = new CopyOnWriteArrayList<>();
        stack.push(new Node(2));
        stack.push(new Node(1));
        world.start("popper", () -> take(stack, taken));
        world.start("reuser", () -> {
            Optional<Node> first = stack.pop();
            take(stack, taken);
            first.ifPresent(stack::push);
        });
        world.run();
        for (int i = 0; i < 3; i++) {
            take(stack, taken);
        }
        Checks.equal(List.of(1, 2), taken.stream().sorted().toList(), "elements taken");
    }

    private static void take(Stack stack, List<Integer> taken) {
        stack.pop().ifPresent(node -> taken.add(node.element));
    }

    /** The deque of a worker, which pushes and pops at the tail; thieves steal at the head. */
    private static final class TaskDeque {
        private static final int NONE = -1;

        private final boolean mended;
        private final Shared<Integer> head = new Shared<>(0);
        private final Shared<Integer> tail;
        private final Lock stealing = new ReentrantLock();

        TaskDeque(boolean mended, int tasks) {
            this.mended = mended;
            tail = new Shared<>(tasks);
        }

        int pop() {
            int last = tail.get() - 1;
            int seen = mended ? NONE : head.get();
            tail.set(last);
            if ((mended ? head.get() : seen) <= last) {
                return last;
            }
            tail.set(last + 1);
            Points.before(stealing);
            stealing.lock();
            try {
                tail.set(last);
                if (head.get() <= last) {
                    return last;
                }
                tail.set(last + 1);
                return NONE;
            } finally {
                stealing.unlock();
            }
        }

        int steal() {
            Points.before(stealing);
            stealing.lock();
            try {
                int first = head.get();
                head.set(first + 1);
                if (first + 1 <= tail.get()) {
                    return first;
                }
                head.set(first);
                return NONE;
            } finally {
                stealing.unlock();
            }
        }
    }

    private static void workStealingDeque(ThreadWorld world, boolean mended) {
        int tasks = 2;
        var deque = new TaskDeque(mended, tasks);
        List<Integer> taken = new CopyOnWriteArrayList<>();
        world.start("worker", () -> {
            for (int i = 0; i < tasks; i++) {
                taken.add(deque.pop());
            }
        });
        world.start("thief", () -> {
            for (int i = 0; i < tasks; i++) {
                taken.add(deque.steal());
            }
        });
        world.run();
        for (int i = 0; i < tasks; i++) {
            taken.add(deque.steal());
        }
        Checks.equal(
                List.of(0, 1), taken.stream().filter(task -> task >= 0).sorted().toList(), "tasks taken");
    }
}
