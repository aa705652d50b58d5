package dev.ropewalk.console.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.Inventory;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.scheduler.Scheduler;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attaching to JVMs of their own, which have only what they need on their class path. */
@Timeout(120)
class AttachmentTest {
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private static String classPath() {
        return Stream.of(Inventory.class, CpuSet.class, Scheduler.class, ActorSystem.class, PlainProgram.class)
                .map(type -> {
                    try {
                        return Path.of(type.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString();
                    } catch (java.net.URISyntaxException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String start(List<String> flags, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), PlainProgram.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        assertThat(out.readLine()).isEqualTo("started");
        return String.valueOf(process.pid());
    }

    private static String look(URI address, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build()) {
            HttpResponse<Void> opened =
                    client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding());
            assertThat(opened.statusCode()).isEqualTo(200);
            return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void shouldOpenTheConsoleInAProgramThatPreparedNothing() throws Exception {
        URI address = Attachment.open(start(List.of()));
        assertThat(look(address, "/look/actors")).contains("\"/plain/counter\"").contains("\"processed\":1");
    }

    @Test
    void shouldShowThatPartsOfMissingModulesAreNotThere() throws Exception {
        String overview = look(Attachment.open(start(List.of())), "/look/overview");
        assertThat(overview)
                .contains("\"actorSystems\":1")
                .contains("\"pipelines\":0")
                .contains("\"journals\":0")
                .contains("\"unreadable\":{}");
    }

    @Test
    void shouldMakeAllViewsAndDocuments() throws Exception {
        URI address = Attachment.open(start(List.of()));
        String snapshot = look(address, "/take/snapshot.json");
        assertThat(snapshot)
                .contains("\"overview\"", "\"workers\"", "\"actors\"", "\"waiting\"", "\"channels\"", "\"pipelines\"")
                .contains("\"limits\"", "\"journals\"", "\"warnings\"");
    }

    @Test
    void shouldUseTheSameConsoleTheSecondTime() throws Exception {
        String pid = start(List.of());
        URI first = Attachment.open(pid);
        URI second = Attachment.open(pid);
        assertThat(second.getPort()).isEqualTo(first.getPort());
        assertThat(second).isNotEqualTo(first);
        assertThat(look(second, "/look/overview")).contains("\"pid\":" + pid);
    }

    @Test
    void shouldShowWhatItCanWhereModulesOfTheJdkAreMissing() throws Exception {
        String modules = "java.base,java.logging,java.management,java.instrument,jdk.httpserver,jdk.jfr";
        String pid = start(List.of("--limit-modules", modules));
        assertThat(look(Attachment.open(pid), "/look/overview"))
                .contains("\"pid\":" + pid)
                .doesNotContain("\"load\"");
        assertThat(look(Attachment.open(pid), "/take/threads.json")).contains("\"main\"", "jdk.management is missing");
    }

    @Test
    void shouldSayWhichModuleIsMissing() throws IOException {
        String pid =
                start(List.of("--limit-modules", "java.base,java.logging,java.management,java.instrument,jdk.jfr"));
        assertThatThrownBy(() -> Attachment.open(pid))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this JVM lacks com/sun/net/httpserver")
                .hasMessageContaining("jdk.httpserver");
    }

    @Test
    void shouldSayThatThereIsNothingToShow() throws IOException {
        String pid = start(List.of(), "without");
        assertThatThrownBy(() -> Attachment.open(pid))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(pid)
                .hasMessageContaining("no class of Ropewalk is loaded");
    }

    @Test
    void shouldSayWhatAllowsAgents() throws IOException {
        String pid = start(List.of("-XX:-EnableDynamicAgentLoading"));
        assertThatThrownBy(() -> Attachment.open(pid))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(pid)
                .hasMessageContaining("-XX:+EnableDynamicAgentLoading");
    }

    @Test
    void shouldSayThatTheJvmForbidsToAttach() throws IOException {
        String pid = start(List.of("-XX:+DisableAttachMechanism"));
        assertThatThrownBy(() -> Attachment.open(pid))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(pid)
                .hasMessageContaining("-XX:+DisableAttachMechanism");
    }

    @Test
    void shouldRefuseWhatIsNoOtherJvm() {
        String own = String.valueOf(ProcessHandle.current().pid());
        assertThatThrownBy(() -> Attachment.open(own))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is this one");
        assertThatThrownBy(() -> Attachment.open("not-a-number"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not-a-number");
        assertThatThrownBy(() -> Attachment.open(String.valueOf(Integer.MAX_VALUE)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(String.valueOf(Integer.MAX_VALUE));
    }
}
