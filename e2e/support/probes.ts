/**
 * Tries every known way for injected markup or scripts in the page to run, load or send something. It runs in the page
 * from its source and so refers to nothing outside itself. Returns the names of all probes, and of those that had an
 * effect in the page. Requests are recorded at `outside`, where each probe requests `/<name>`.
 */
export async function runProbes(outside: string): Promise<{ tried: string[]; effective: string[] }> {
  const effective = new Set<string>()
  const page = window as unknown as { probed(name: string): void }
  page.probed = (name) => void effective.add(name)
  addEventListener('message', ({ data }) => typeof data === 'string' && page.probed(data))

  const container = document.createElement('section')
  document.body.append(container)
  type Properties = Record<string, string>
  const make = (tag: string, properties: Properties = {}): HTMLElement =>
    Object.assign(document.createElement(tag), properties)
  const put = (tag: string, properties: Properties = {}): HTMLElement => {
    const element = make(tag, properties)
    container.append(element)
    return element
  }
  const write = (html: string): HTMLElement => put('div', { innerHTML: html })
  const svg = (tag: string, attributes: Properties, text = ''): Element => {
    const outer = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const inner = document.createElementNS('http://www.w3.org/2000/svg', tag)
    for (const [key, value] of Object.entries(attributes)) inner.setAttribute(key, value)
    inner.textContent = text
    outer.append(inner)
    container.append(outer)
    return inner
  }
  const code = (name: string): string => `window.probed('${name}')`
  const inFrame = (name: string): string => `<script>parent.postMessage('${name}', '*')</script>`
  const at = (name: string): string => `${outside}/${name}`
  const data = (type: string, text: string): string => `data:${type},${encodeURIComponent(text)}`
  const blob = (text: string, type = 'text/javascript'): string =>
    URL.createObjectURL(new Blob([text], { type }))
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const css = (name: string): string => `section { --${name}: 1 }`
  const styled = (name: string, element: Element = container): void => {
    if (getComputedStyle(element).getPropertyValue(`--${name}`) !== '') page.probed(name)
  }
  const shown = (name: string, property: string): void => {
    const element = put('div', { textContent: name })
    element.style.setProperty(property, `url("${at(name)}")`)
  }
  /** Functions that compile text to code, by name, because the linter forbids direct references. */
  const byText = globalThis as unknown as Record<string, ((text: string) => unknown) | undefined>
  const call = <R = void>(made: unknown): R => (made as () => R)()
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])
  const submit = (name: string, method: string, action = at(name)): void => {
    const form = put('form', { action, method }) as HTMLFormElement
    form.submit()
  }

  const probes: Record<string, (name: string) => unknown> = {
    'inline-script': (name) => put('script', { textContent: code(name) }),
    'inline-script-with-a-nonce': (name) => put('script', { textContent: code(name), nonce: 'guessed' }),
    'inline-module': (name) => put('script', { type: 'module', textContent: code(name) }),
    'script-in-a-fragment': (name) =>
      container.append(document.createRange().createContextualFragment(`<script>${code(name)}</script>`)),
    'script-in-a-shadow': (name) =>
      put('div')
        .attachShadow({ mode: 'open' })
        .append(make('script', { textContent: code(name) })),
    'script-of-svg': (name) => svg('script', {}, code(name)),
    'script-of-svg-data': (name) => svg('script', { href: data('text/javascript', code(name)) }),
    'script-outside': (name) => put('script', { src: at(name) }),
    'script-data': (name) => put('script', { src: data('text/javascript', code(name)) }),
    'script-blob': (name) => put('script', { src: blob(code(name)) }),
    'module-data': (name) => put('script', { type: 'module', src: data('text/javascript', code(name)) }),
    'import-data': (name) => import(data('text/javascript', code(name))),
    'import-blob': (name) => import(blob(code(name))),
    'import-outside': (name) => import(at(name)),

    'onerror-of-an-image': (name) => write(`<img src="data:," onerror="${code(name)}">`),
    'onload-of-an-image': (name) => write(`<img src="${picture}" onload="${code(name)}">`),
    'onerror-in-svg': (name) => write(`<svg><image href="data:," onerror="${code(name)}"></image></svg>`),
    'onerror-of-a-video': (name) => write(`<video src="data:," onerror="${code(name)}"></video>`),
    'ontoggle-of-details': (name) => write(`<details open ontoggle="${code(name)}">x</details>`),
    'onclick-set': (name) => {
      const button = put('button')
      button.setAttribute('onclick', code(name))
      button.click()
    },
    'onfocus-of-a-field': (name) => {
      write(`<input onfocus="${code(name)}">`)
        .querySelector('input')
        ?.focus()
    },
    'onresize-of-the-body': (name) => {
      document.body.setAttribute('onresize', code(name))
      dispatchEvent(new Event('resize'))
      document.body.removeAttribute('onresize')
    },

    'javascript-link': (name) => put('a', { href: `javascript:${code(name)}` }).click(),
    'javascript-link-in-svg': (name) =>
      svg('a', { href: `javascript:${code(name)}` }).dispatchEvent(new MouseEvent('click')),
    'javascript-address': (name) => location.assign(`javascript:${code(name)};void 0`),
    'javascript-frame': (name) => put('iframe', { src: `javascript:parent.probed('${name}')` }),
    'javascript-form': (name) => submit(name, 'post', `javascript:${code(name)};void 0`),

    'frame-srcdoc': (name) => put('iframe', { srcdoc: inFrame(name) }),
    'frame-data': (name) => put('iframe', { src: data('text/html', inFrame(name)) }),
    'frame-blob': (name) => put('iframe', { src: blob(inFrame(name), 'text/html') }),
    'frame-outside': (name) => put('iframe', { src: at(name) }),
    'frame-in-foreign-object': (name) =>
      write(
        `<svg><foreignObject width="9" height="9"><iframe srcdoc="${inFrame(name)}"></iframe></foreignObject></svg>`,
      ),
    'object-data': (name) => put('object', { data: data('text/html', inFrame(name)) }),
    'object-outside': (name) => put('object', { data: at(name) }),
    'embed-outside': (name) => put('embed', { src: at(name) }),
    'worker-blob': (name) => {
      new Worker(blob('postMessage(1)')).onmessage = () => page.probed(name)
    },
    'worker-data': (name) => {
      new Worker(data('text/javascript', 'postMessage(1)')).onmessage = () => page.probed(name)
    },
    'worker-shared': (name) => {
      const script = blob('onconnect = ({ ports }) => ports[0].postMessage(1)')
      new SharedWorker(script).port.onmessage = () => page.probed(name)
    },
    'worklet-blob': (name) =>
      new AudioContext().audioWorklet.addModule(blob('')).then(() => page.probed(name)),

    eval: (name) => byText['eval']?.(code(name)),
    'function-of-text': (name) => call(byText['Function']?.(code(name))),
    'generator-of-text': (name) => {
      // Only a function object has this constructor.
      function* none() {}
      call<Iterator<void>>((none.constructor as FunctionConstructor)(code(name))).next()
    },
    'async-function-of-text': (name) =>
      call(((async () => {}).constructor as FunctionConstructor)(code(name))),
    'timer-of-text': (name) => byText['setTimeout']?.(code(name)),
    'web-assembly': (name) => WebAssembly.instantiate(empty).then(() => page.probed(name)),
    'web-assembly-at-once': (name) => {
      Reflect.construct(WebAssembly.Module, [empty])
      page.probed(name)
    },

    'style-element': (name) => {
      put('style', { textContent: css(name) })
      styled(name)
    },
    'style-element-with-a-nonce': (name) => {
      put('style', { textContent: css(name), nonce: 'guessed' })
      styled(name)
    },
    'style-of-svg': (name) => {
      svg('style', {}, css(name))
      styled(name)
    },
    'style-attribute': (name) => {
      const { firstElementChild } = write(`<p style="--${name}: 1">x</p>`)
      if (firstElementChild) styled(name, firstElementChild)
    },
    'style-attribute-set': (name) => {
      const element = put('p')
      element.setAttribute('style', `--${name}: 1`)
      styled(name, element)
    },
    'style-sheet-data': (name) => {
      put('link', { rel: 'stylesheet', href: data('text/css', css(name)) }).onload = () => styled(name)
    },
    'style-sheet-outside': (name) => put('link', { rel: 'stylesheet', href: at(name) }),
    'style-import': (name) => put('style', { textContent: `@import url("${at(name)}");` }),
    'css-url-in-a-sheet': (name) => {
      put('div', { className: name, textContent: 'x' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`.${name} { background: url("${at(name)}") }`)
      document.adoptedStyleSheets.push(sheet)
    },
    'css-url-of-a-ground': (name) => shown(name, 'background-image'),
    'css-url-of-content': (name) => shown(name, 'content'),
    'css-url-of-a-mask': (name) => shown(name, 'mask-image'),
    'css-url-of-a-border': (name) => {
      shown(name, 'border-image-source')
      if (container.lastElementChild instanceof HTMLElement)
        container.lastElementChild.style.borderStyle = 'solid'
    },
    'font-outside': (name) => new FontFace('probe', `url("${at(name)}")`).load(),

    fetch: (name) => fetch(at(name)),
    'fetch-without-cors': (name) => fetch(at(name), { mode: 'no-cors' }),
    'fetch-that-outlives': (name) => fetch(at(name), { method: 'POST', keepalive: true }),
    'xml-http-request': (name) => {
      const request = new XMLHttpRequest()
      request.open('GET', at(name))
      request.send()
    },
    'web-socket': (name) => new WebSocket(at(name).replace('http', 'ws')),
    'event-source': (name) => new EventSource(at(name)),
    beacon: (name) => navigator.sendBeacon(at(name), 'x'),
    ping: (name) => put('a', { href: '#/', ping: at(name) }).click(),
    image: (name) => put('img', { src: at(name) }),
    'image-of-a-set': (name) => put('img', { srcset: `${at(name)} 1x` }),
    'image-of-a-picture': (name) => write(`<picture><source srcset="${at(name)}"><img></picture>`),
    'image-of-a-button': (name) => put('input', { type: 'image', src: at(name) }),
    'image-of-svg': (name) => svg('image', { href: at(name) }),
    'image-of-a-table': (name) => write(`<table background="${at(name)}"><tr><td>x</td></tr></table>`),
    'image-of-a-video': (name) => put('video', { poster: at(name) }),
    video: (name) => put('video', { src: at(name) }),
    audio: (name) => put('audio', { src: at(name) }),
    prefetch: (name) => put('link', { rel: 'prefetch', href: at(name) }),
    'preload-of-a-script': (name) => put('link', { rel: 'preload', as: 'script', href: at(name) }),
    'preload-of-a-module': (name) => put('link', { rel: 'modulepreload', href: at(name) }),
    base: (name) => {
      const before = document.baseURI
      const base = make('base', { href: at(name) })
      document.head.prepend(base)
      if (document.baseURI !== before) page.probed(name)
      base.remove()
    },
  }
  /** Probes that navigate, one after another, because each cancels the one before. */
  const departures: typeof probes = {
    'form-post': (name) => submit(name, 'post'),
    'form-get': (name) => submit(name, 'get'),
    'form-of-a-button': (name) => {
      const button = make('button', { formAction: at(name) })
      put('form').append(button)
      button.click()
    },
    'meta-refresh': (name) =>
      document.head.append(make('meta', { httpEquiv: 'refresh', content: `0;url=${at(name)}` })),
    address: (name) => location.assign(at(name)),
    link: (name) => put('a', { href: at(name) }).click(),
  }

  const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
  const attempt = async (name: string, probe: (name: string) => unknown): Promise<void> => {
    try {
      await probe(name)
    } catch {
      // The refusal that the probe tests for.
    }
  }
  // The test's protocol may bypass the policy until its own task has ended.
  await wait(0)
  for (const [name, probe] of Object.entries(probes)) void attempt(name, probe)
  await wait(1000)
  for (const [name, probe] of Object.entries(departures)) {
    await attempt(name, probe)
    await wait(250)
  }
  // An allowed request at the end: once it has its response, all earlier ones have theirs.
  await new Promise((done) => put('img', { src: '/last' }).addEventListener('error', done))
  return { tried: [...Object.keys(probes), ...Object.keys(departures)], effective: [...effective] }
}
