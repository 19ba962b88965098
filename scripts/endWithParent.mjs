// npm passes SIGTERM on to the shell between npm and us, which dies of it without telling us.
const lookEveryMs = 500

/** Asks this process to end, in its own way, once the one that started it is gone. */
export function endWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, lookEveryMs).unref()
}
