package dev.ropewalk.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Handlers of Netty that leave their work to us. */
class NettyTest {
    private static final int CALLS = 200;

    private Scheduler scheduler;
    private MultiThreadIoEventLoopGroup loops;
    private @Nullable Channel listening;

    // @start region="netty" :
    /** Handles what a connection receives on a strand of its own: in order, and away from the event loop. */
    static final class OnStrand extends SimpleChannelInboundHandler<ByteBuf> {
        private final Strand strand;

        OnStrand(Scheduler scheduler) {
            strand = scheduler.newStrand();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf received) {
            ByteBuf kept = received.retain();
            strand.execute(() -> {
                ByteBuf answer = work(kept);
                kept.release();
                var ignored = context.writeAndFlush(answer); // from any thread
            });
        }
    }
    // @end

    private static final AtomicBoolean ON_WORKER = new AtomicBoolean();

    private static ByteBuf work(ByteBuf received) {
        ON_WORKER.set(Scheduler.current().isPresent());
        return Unpooled.copiedBuffer(received);
    }

    @BeforeEach
    void open() {
        ON_WORKER.set(false);
        scheduler = Scheduler.builder().name("netty").workers(2).build();
        // @start region="nettyloops" :
        loops = new MultiThreadIoEventLoopGroup(
                1, Thread.ofPlatform().name("net-", 0).factory(), NioIoHandler.newFactory());
        // @end
    }

    @AfterEach
    void close() {
        if (listening != null) {
            listening.close().syncUninterruptibly();
        }
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
        scheduler.close();
    }

    private int listen(@Nullable EventExecutorGroup group, Supplier<ChannelHandler> handler) {
        Channel opened = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    @SuppressWarnings("deprecation") // programs have such handlers
                    protected void initChannel(Channel connection) {
                        connection.pipeline().addLast(group, handler.get());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
        listening = opened;
        return ((InetSocketAddress) opened.localAddress()).getPort();
    }

    private static void call(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            var sent = new StringBuilder();
            for (int i = 0; i < CALLS; i++) {
                String text = "call " + i + ";";
                sent.append(text);
                socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            }
            String all = sent.toString();
            assertThat(new String(socket.getInputStream().readNBytes(all.length()), StandardCharsets.UTF_8))
                    .isEqualTo(all);
        }
    }

    @Test
    void shouldAnswerInOrderFromAStrand() throws IOException {
        call(listen(null, () -> new OnStrand(scheduler)));

        assertThat(ON_WORKER).isTrue();
    }

    @Test
    void shouldRunHandlersOnVirtualThreadsOfWorkers() throws IOException {
        // @start region="nettygroup" :
        var handlers = new DefaultEventExecutorGroup(16, scheduler.threadFactory());
        // @end
        try {
            call(listen(handlers, () -> new ChannelInboundHandlerAdapter() {
                @Override
                public void channelRead(ChannelHandlerContext context, Object received) {
                    ByteBuf answer = work((ByteBuf) received);
                    ((ByteBuf) received).release();
                    var ignored = context.writeAndFlush(answer);
                }
            }));
            assertThat(ON_WORKER.get()).isEqualTo(scheduler.carriesVirtualThreads());
        } finally {
            handlers.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }
}
