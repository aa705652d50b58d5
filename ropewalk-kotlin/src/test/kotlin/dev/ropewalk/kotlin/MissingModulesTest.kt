package dev.ropewalk.kotlin

import dev.ropewalk.scheduler.Scheduler
import java.io.File
import java.net.URLClassLoader
import java.nio.file.Path
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The modules of actors, channels and limits are optional. */
class MissingModulesTest {
    /** Runs where those are missing. */
    internal object OnlyDispatchers {
        @JvmStatic
        fun run(): String = Scheduler.create().use { scheduler ->
            runBlocking(scheduler.newStrand().asCoroutineDispatcher()) {
                delay(1)
                "ran"
            }
        }
    }

    @Test
    fun shouldDoWithoutAllOfThem() {
        val left = System.getProperty("java.class.path").split(File.pathSeparator)
            .filterNot { Regex("ropewalk-(actor|channel|limit)").containsMatchIn(it) }
            .map { Path.of(it).toUri().toURL() }
        val ran = URLClassLoader(left.toTypedArray(), ClassLoader.getPlatformClassLoader()).use {
            it.loadClass(OnlyDispatchers::class.java.name).getMethod("run").invoke(null)
        }

        assertThat(ran).isEqualTo("ran")
    }
}
