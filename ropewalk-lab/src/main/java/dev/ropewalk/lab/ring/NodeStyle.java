package dev.ropewalk.lab.ring;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.Inbox;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** How a node is written for Ropewalk. */
enum NodeStyle {
    /** As an {@link Actor}. */
    EVENT {
        @Override
        List<Consumer<Token>> spawn(ActorSystem system, ActorOptions<Object> options, Workload workload) {
            List<EventNode> nodes = nodes(workload, EventNode::new);
            List<ActorRef<Token>> refs = nodes.stream()
                    .map(node -> system.<Token>spawn(options, context -> node))
                    .toList();
            Node.link(workload, nodes, refs);
            return refs.stream().<Consumer<Token>>map(ref -> ref::tell).toList();
        }
    },
    /** As an object behind an interface, each call of which is a message. */
    PROXY {
        @Override
        List<Consumer<Token>> spawn(ActorSystem system, ActorOptions<Object> options, Workload workload) {
            List<ProxiedNode> nodes = nodes(workload, ProxiedNode::new);
            List<TokenTaker> proxies = nodes.stream()
                    .map(node -> system.proxy(options, TokenTaker.class, () -> node))
                    .toList();
            Node.link(workload, nodes, proxies);
            return proxies.stream().<Consumer<Token>>map(proxy -> proxy::take).toList();
        }
    },
    /** As a {@link BlockingActor}, on a virtual thread. */
    BLOCKING {
        @Override
        List<Consumer<Token>> spawn(ActorSystem system, ActorOptions<Object> options, Workload workload) {
            List<BlockingNode> nodes = nodes(workload, BlockingNode::new);
            List<ActorRef<Token>> refs = nodes.stream()
                    .map(node -> system.spawnBlocking(options, node))
                    .toList();
            Node.link(workload, nodes, refs);
            return refs.stream().<Consumer<Token>>map(ref -> ref::tell).toList();
        }
    };

    /** Spawns and links all nodes; returns how to hand a token to each of them. */
    abstract List<Consumer<Token>> spawn(ActorSystem system, ActorOptions<Object> options, Workload workload);

    private static <N> List<N> nodes(Workload workload, IntFunction<N> node) {
        return IntStream.range(0, workload.nodes()).mapToObj(node).toList();
    }

    private static final class EventNode extends Node<ActorRef<Token>> implements Actor<Token> {
        EventNode(int number) {
            super(number);
        }

        @Override
        public void receive(Token token) {
            if (token.visit(number())) {
                next().tell(token);
            }
        }
    }

    private static final class ProxiedNode extends Node<TokenTaker> implements TokenTaker {
        ProxiedNode(int number) {
            super(number);
        }

        @Override
        public void take(Token token) {
            if (token.visit(number())) {
                next().take(token);
            }
        }
    }

    private static final class BlockingNode extends Node<ActorRef<Token>> implements BlockingActor<Token> {
        BlockingNode(int number) {
            super(number);
        }

        @Override
        public void run(Inbox<Token> inbox) throws InterruptedException {
            while (true) {
                Token token = inbox.receive();
                if (token.visit(number())) {
                    next().tell(token);
                }
            }
        }
    }
}
