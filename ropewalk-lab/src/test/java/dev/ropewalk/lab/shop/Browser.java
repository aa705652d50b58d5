package dev.ropewalk.lab.shop;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A real browser, if there is one: Debian's {@code chromium} with {@code chromium-driver}, or Chrome with its driver. */
final class Browser implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int LEAST_LOOKS = 40;
    private static final String SCREENSHOTS = System.getProperty("ropewalk.screenshots", "");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts it; the test is skipped, and says why, where there is none, or it can't run. */
    static Browser start() {
        Optional<Path> browser = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<Path> driver = onPath("chromedriver");
        if (browser.isEmpty() || driver.isEmpty()) {
            abort("the page isn't tested: it takes chromium and chromium-driver, found " + browser + " and " + driver);
        }
        var options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toString());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900");
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driver.orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        try {
            return new Browser(new ChromeDriver(service, options));
        } catch (SessionNotCreatedException e) {
            return abort("the page isn't tested: the browser doesn't start here: " + e.getRawMessage());
        }
    }

    private static Optional<Path> onPath(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of(names).map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    ChromeDriver driver() {
        return driver;
    }

    void open(String address) {
        driver.get(address);
    }

    /** Chooses a view of the page. */
    void choose(String view) {
        driver.findElement(By.id("tab-" + view)).click();
    }

    /**
     * Clicks something, in the middle of the window: the driver leaves what lies under the page's header, which stays on top, where it is. The page may
     * replace it between finding and clicking, which a user wouldn't notice.
     */
    void click(By place) {
        await("one can click " + place, () -> {
            WebElement element = driver.findElement(place);
            driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
            element.click();
            return true;
        });
    }

    String text() {
        return driver.findElement(By.id("view")).getText();
    }

    List<WebElement> all(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** What these elements say, at one moment: asked one by one, a list of hundreds would be replaced before the last has answered. */
    List<String> texts(String selector) {
        Object texts = driver.executeScript(
                "return Array.from(document.querySelectorAll(arguments[0]), element => element.innerText)", selector);
        return ((List<?>) Objects.requireNonNull(texts))
                .stream().map(String.class::cast).toList();
    }

    /** Waits until the view shows a text. */
    void await(String text) {
        await("the view shows '" + text + "'", () -> text().contains(text));
    }

    /**
     * Waits for something that the page shows. What is replaced while one looks is looked at again. On a busy machine a look may take seconds: many
     * are made before it is given up.
     */
    void await(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        for (int looks = 1; !holds(condition); looks++) {
            if (looks >= LEAST_LOOKS && System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("not within " + LIMIT + ": " + what + "; the view shows: " + text());
            }
            LockSupport.parkNanos(50_000_000);
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (StaleElementReferenceException replaced) {
            return false;
        }
    }

    /** Keeps a picture, if a folder for them was named. */
    void picture(String name) throws IOException {
        if (!SCREENSHOTS.isEmpty()) {
            Files.createDirectories(Path.of(SCREENSHOTS));
            Files.write(Path.of(SCREENSHOTS, name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
