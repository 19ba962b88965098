import { net } from 'electron'

type Environment = Readonly<Record<string, string | undefined>>
type Login = { username: string; password: string }

/** Chromium's errors for a tunnel that the proxy refuses without a login. */
const loginErrorPattern = /net::ERR_(?:PROXY_AUTH|TUNNEL_CONNECTION_FAILED|INVALID_AUTH_CREDENTIALS)/
const loginTimeoutMs = 10_000

/** Returns the login for `host:port` from the proxies in the environment, as on the other hosts. Null without one. */
export function loginOf(env: Environment, proxy: { host: string; port: number }): Login | null {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) {
    const text = env[name] ?? ''
    if (!URL.canParse(text)) continue
    const { hostname, port, protocol, username, password } = new URL(text)
    const usualPort = protocol === 'https:' ? 443 : 80
    if (username === '' || bare(hostname) !== bare(proxy.host) || Number(port || usualPort) !== proxy.port)
      continue
    return { username: decode(username), password: decode(password) }
  }
  return null
}

/** Removes the brackets of an IPv6 address, which Chromium may omit. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Decodes percent escapes. Text with an invalid escape stays unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Retries `send` after a login if the proxy refused it for lack of one. Electron's `net.fetch` cancels every login
 * request; only `net.request` has the event. Chromium remembers a login for its session, so one `HEAD` request to the
 * service, without a key, serves all later requests. A refused request was not sent, so an order is still sent only
 * once.
 */
export async function sendWithProxyLogin(
  url: string,
  send: () => Promise<Response>,
  env: Environment = process.env,
): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    const isLogin = error instanceof Error && loginErrorPattern.test(error.message)
    if (!isLogin || !(await logIn(new URL('/', url).href, env))) throw error
    return send()
  }
}

/** Returns true if the proxy requested a login and received one. */
function logIn(url: string, env: Environment): Promise<boolean> {
  return new Promise((resolve) => {
    let isAnswered = false
    const request = net.request({ method: 'HEAD', url, credentials: 'omit', redirect: 'manual' })
    const end = () => {
      clearTimeout(timer)
      resolve(isAnswered)
    }
    const timer = setTimeout(() => {
      request.abort()
      resolve(false)
    }, loginTimeoutMs)
    request.on('login', ({ isProxy, host, port }, answer) => {
      // A second request means that the login was wrong.
      const login = isProxy && !isAnswered ? loginOf(env, { host, port }) : null
      isAnswered = login !== null
      if (login) answer(login.username, login.password)
      else answer()
    })
    request.on('response', end)
    // The redirect comes from the service, so the tunnel works.
    request.on('redirect', end)
    request.on('error', end)
    request.end()
  })
}
