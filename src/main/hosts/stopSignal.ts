/** One Ctrl+C may arrive twice: from the terminal, and forwarded by the script that started us. */
const repeatedSignalMs = 1000

/**
 * Aborts at the first SIGINT or SIGTERM. A later signal ends the process immediately with the exit code of an
 * interruption.
 */
export function abortOnStop(controller: AbortController): void {
  let stoppedAtMs = 0
  const stop = () => {
    if (!controller.signal.aborted) stoppedAtMs = Date.now()
    else if (Date.now() - stoppedAtMs > repeatedSignalMs) process.exit(130)
    controller.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
