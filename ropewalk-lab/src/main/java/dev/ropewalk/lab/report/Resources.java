package dev.ropewalk.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.regex.Pattern;

/** The files that a page is made of. */
final class Resources {
    private static final String OWN = "dev/ropewalk/lab/report/";
    private static final String CHART_VERSION = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
    /** Names a file that the page doesn't bring along. */
    private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");

    private Resources() {}

    /** Returns a file of this package. */
    static String own(String name) {
        return text(OWN + name);
    }

    /** Returns the chart library, to be put into a page. */
    static String chartLibrary() {
        try (InputStream stream = open(CHART_VERSION)) {
            var properties = new Properties();
            properties.load(stream);
            String folder = "META-INF/resources/webjars/chart.js/" + properties.getProperty("version");
            return SOURCE_MAP.matcher(text(folder + "/dist/chart.umd.min.js")).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + CHART_VERSION, e);
        }
    }

    private static String text(String path) {
        try (InputStream stream = open(path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + path, e);
        }
    }

    private static InputStream open(String path) {
        InputStream stream = Resources.class.getClassLoader().getResourceAsStream(path);
        if (stream == null) {
            throw new IllegalStateException("no " + path + " on the class path: the lab's jars are incomplete");
        }
        return stream;
    }
}
