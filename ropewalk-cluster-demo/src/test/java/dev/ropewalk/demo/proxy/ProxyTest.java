package dev.ropewalk.demo.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections from node 1, at 127.0.0.2, and from node 3, at 127.0.0.4, to a node 2 that sends back what it gets. */
@Timeout(60)
class ProxyTest {
    private static final int END = -1;

    private final Cuts cuts = new Cuts();
    private final List<Integer> heard = new CopyOnWriteArrayList<>();
    private ServerSocket node;
    private Proxy proxy;

    @BeforeEach
    void open() throws IOException {
        node = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.3"));
        Thread.ofVirtual().start(this::echo);
        proxy = new Proxy(
                2, (InetSocketAddress) node.getLocalSocketAddress(), cuts, address -> address.getAddress()[3] - 1);
    }

    @AfterEach
    void close() throws IOException {
        cuts.end();
        proxy.close();
        node.close();
    }

    private void echo() {
        while (!node.isClosed()) {
            try {
                Socket socket = node.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void echo(Socket socket) {
        try (socket) {
            int read = socket.getInputStream().read();
            while (read != END) {
                heard.add(read);
                socket.getOutputStream().write(read);
                read = socket.getInputStream().read();
            }
            heard.add(END);
            socket.getOutputStream().write('.');
        } catch (IOException broken) {
            heard.add(-2);
        }
    }

    private Socket connect(int from) throws IOException {
        var socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + (from + 1)), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()));
        return socket;
    }

    private static void exchange(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        assertThat(socket.getInputStream().read()).isEqualTo(value);
    }

    @Test
    void shouldPassOnBothWays() throws IOException {
        try (Socket one = connect(1);
                Socket three = connect(3)) {
            exchange(one, 'a');
            exchange(three, 'b');
            exchange(one, 'c');
        }
    }

    @Test
    void shouldPassOnWhenHealedWhatWasSentWhileCut() throws IOException {
        try (Socket one = connect(1);
                Socket three = connect(3)) {
            exchange(one, 'a');
            cuts.cut(1, 2);
            one.getOutputStream().write('b');
            exchange(three, 'c');
            assertThat(heard).contains((int) 'c').doesNotContain((int) 'b');
            cuts.heal();
            assertThat(one.getInputStream().read()).isEqualTo('b');
            exchange(one, 'd');
        }
    }

    @Test
    void shouldCutOneWayOnly() throws IOException {
        try (Socket one = connect(1)) {
            exchange(one, 'a');
            cuts.cut(2, 1);
            one.getOutputStream().write('b');
            Await.until("it is there", () -> heard.contains((int) 'b'));
            try (Socket three = connect(3)) {
                exchange(three, 'c');
            }
            assertThat(one.getInputStream().available()).isZero();
            cuts.heal();
            assertThat(one.getInputStream().read()).isEqualTo('b');
        }
    }

    @Test
    void shouldHideTheEndOfAConnectionWhileCut() throws IOException {
        try (Socket three = connect(3)) {
            Socket one = connect(1);
            exchange(one, 'a');
            cuts.cut(1, 2);
            one.setSoLinger(true, 0); // a reset, as when its process is killed
            one.close();
            exchange(three, 'b');
            assertThat(heard).containsExactly((int) 'a', (int) 'b');
            cuts.heal();
            Await.until("it has ended", () -> heard.size() == 3);
        }
    }

    @Test
    void shouldLetOneSideEndBeforeTheOther() throws IOException {
        try (Socket one = connect(1)) {
            exchange(one, 'a');
            one.shutdownOutput();
            assertThat(one.getInputStream().read()).isEqualTo('.');
            assertThat(one.getInputStream().read()).isEqualTo(END);
            assertThat(heard).containsExactly((int) 'a', END);
        }
    }

    @Test
    void shouldLetConnectionsBeginWhenHealed() throws IOException {
        cuts.cut(2, 1);
        try (Socket one = connect(1);
                Socket three = connect(3)) {
            one.getOutputStream().write('a');
            exchange(three, 'b');
            assertThat(heard).containsExactly((int) 'b');
            cuts.heal();
            assertThat(one.getInputStream().read()).isEqualTo('a');
        }
    }

    @Test
    void shouldEndConnectionsToWhatDoesNotListen() throws IOException {
        node.close();
        try (Socket one = connect(1)) {
            assertThat(one.getInputStream().read()).isEqualTo(END);
        }
    }

    @Test
    void shouldConnectToWhereTheNodeListensNow() throws IOException {
        node.close();
        node = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.3"));
        Thread.ofVirtual().start(this::echo);
        proxy.target((InetSocketAddress) node.getLocalSocketAddress());
        try (Socket one = connect(1)) {
            exchange(one, 'a');
        }
    }
}
