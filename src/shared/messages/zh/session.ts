import type { Translations } from '../translate.ts'

/** Chinese texts: profiles and signing in. */
export const session: Translations = {
  'No signal-pathway service answered at this address. Check the whole address, including its path.':
    '此地址没有信号通路服务应答。请检查整个地址，包括其路径。',
  'The service does not accept the token from its own sign-in. Report this to the operator of the service.':
    '服务不接受其自己的登录所给出的令牌。请告知服务的管理者。',
  "The service does not accept this API key. Copy the whole key again from the service's console.":
    '服务不接受此 API 密钥。请从服务的控制台重新复制，完整且不含其他内容。',
  'The demo is not running. Start it from the first screen.': '演示未运行。请从首页启动。',
  'its host ends with a dot. Leave that out': '其主机名以点结尾。请去掉该点',
  'its host means every address of this computer': '其主机名表示本机的所有地址',
  'its host is an IPv4 address written as IPv6. Write it as IPv4':
    '其主机名是写成 IPv6 的 IPv4 地址。请写成 IPv4',
  'its host only looks like an address of a computer and is a name': '其主机名看似计算机地址，实际是一个名称',
  'its host contains letters that look like others. Type it again, letter by letter':
    '其主机名含有与其他字母相似的字母。请逐个字母重新输入',
  'an error': '错误',
  'The sign-in server did not accept the answer of its own page: it was too late, or used before. Start the sign-in again.':
    '登录服务器没有接受其自己页面的应答：已过期，或已被使用。请重新开始登录。',
  'The sign-in server refused with {0}. Check the client id and the settings of this connection, and start the sign-in again.':
    '登录服务器以 {0} 拒绝。请检查客户端 ID 和此连接的设置，然后重新开始登录。',
  'Access was refused on the sign-in page. Nothing was changed.': '登录页面拒绝了访问。未做任何更改。',
  'The sign-in page answered {0} in place of signing in. Nothing was changed; try again, or ask whoever runs the service.':
    '登录页面返回 {0}，没有登录。未做任何更改；请重试，或询问服务的管理者。',
  'The sign-in could not be renewed: the sign-in server responded with {0} to a request for tokens. Sign in again; if that fails too, check the address of the sign-in server.':
    '无法续期登录：登录服务器在请求令牌处返回 {0}。请重新登录；如果仍然失败，请检查登录服务器的地址。',
  'Tokens are sent to this endpoint, so you can only change it by signing in again: sign out, then set it under More.':
    '令牌会发送到此端点，因此只能通过重新登录来更改：请先退出登录，然后在“更多选项”中填写。',
  'The sign-in server does not accept the client id, or wants its client secret. Sign in again with the ones that the service gave you.':
    '登录服务器不接受客户端 ID，或要求其客户端密钥。请使用服务提供的内容重新登录。',
  'The answer of the sign-in server cannot be read. Check the address, the client id and how this service takes its token requests.':
    '无法读取登录服务器的应答。请检查地址、客户端 ID，以及此服务接受令牌请求的方式。',
  'it is not as OAuth 2.0 says': '它不符合 OAuth 2.0',
  'The sign-in server cannot be reached: {0}.': '无法连接登录服务器：{0}。',
  'Check the network and the address of the sign-in server.': '请检查网络和登录服务器的地址。',
  'The sign-in server did not answer within 30 seconds. Try again later.':
    '登录服务器在 30 秒内没有应答。请稍后重试。',
  'The sign-in server sent a response that is far too large. Check its address.':
    '登录服务器发送的应答过大。请检查其地址。',
  'it is too large': '它过大',
  'The sign-in server is not available now ({0}). Try again in a few minutes.':
    '登录服务器目前不可用（{0}）。请几分钟后重试。',
  'This profile does not exist.': '没有这个配置。',
  'The profile needs a name.': '配置需要名称。',
  'You cannot rename the profile of the demo.': '演示的配置不能重命名。',
  'A profile named “{0}” already exists. Choose another name.': '另一个配置的名称是“{0}”。请选择其他名称。',
  'This is not the address that the browser was sent to after the sign-in page. That one begins with {0}.':
    '这不是登录后浏览器被送往的地址。该地址以 {0} 开头。',
  'This address holds no response from the sign-in page. Copy the whole address from the address bar after you sign in.':
    '此地址不含登录页面的应答。登录后，请从地址栏复制完整的地址。',
  'This address belongs to another sign-in. Use the page that this sign-in opened.':
    '此地址属于另一次登录。请使用本次登录打开的页面。',
  'sign-in server': '登录服务器',
  'Leave user name and password out of the address of the {0}.': '请从{0}的地址中去掉用户名和密码。',
  'The address of the {0} must begin with https://.': '{0}的地址必须以 https:// 开头。',
  'This is not the address of a {0}. Enter an address such as https://api.example.org.':
    '这不是{0}的地址。应类似于 https://api.example.org。',
  'Leave out what begins with ? or # in the address of the {0}.': '请去掉{0}地址中 ? 或 # 之后的部分。',
  'The address must start with https://. With http, anyone on the network could read what you send.':
    '地址必须以 https:// 开头：使用 http 时，途中的任何人都可能读取发送的内容。',
  'This is no address of a {0}: {1}.': '这不是{0}的地址：{1}。',
  "The API key is empty. Copy it again from the service's console.":
    'API 密钥为空。请从服务的控制台重新复制。',
  'The API key contains spaces, line breaks or characters that no key has. Copy only the key, and all of it.':
    'API 密钥含有空格、换行或密钥中不会出现的字符。请重新复制，完整且不含其他内容。',
  'The client secret is empty, or contains line breaks or invalid characters. Copy only the secret, and all of it.':
    '客户端密钥为空，或含有换行或密钥中不会出现的字符。请重新复制，完整且不含其他内容。',
  'The sign-in server gave a token with blanks, line breaks or characters that none has, so it was not stored. Sign in again; if that does not help, tell whoever runs the service.':
    '登录服务器给出的令牌含有空格、换行或令牌中不会出现的字符，因此未保存。请重新登录；若仍不行，请告知服务的运营方。',
  'This sign-in has not opened its page yet. Try again in a moment.': '此次登录尚未打开其页面。请稍后再试。',
  'This sign-in is already complete.': '此次登录已有应答。',
  'The sign-in was canceled.': '登录已取消。',
  'No sign-in is in progress. Start it again.': '没有等待中的登录。请重新开始。',
  'This is not an address. Copy the whole address from the address bar of the browser.':
    '这不是地址。请从浏览器的地址栏复制完整的地址。',
  'The sign-in page got no answer within 5 minutes. Start the sign-in again.':
    '5 分钟内没有人登录。请重新开始登录。',
  'The sign-in server responded with invalid_scope: it does not grant one of the requested scopes ({0}). Set requested_scopes to the scopes that your provider names, and start the sign-in again.':
    '登录服务器返回 invalid_scope：它不提供所请求的某个权限范围（{0}）。请将服务商给出的权限范围填入 requested_scopes，然后重新开始登录。',
  'This is no address of a sign-in server: {0}.': '这不是登录服务器的地址：{0}。',
  'The sign-in server calls itself {0}, not {1}. Name it exactly so as the sign-in server if you trust it, and start the sign-in again.':
    '登录服务器自称 {0}，而不是 {1}。如果您信任它，请将前者原样填为登录服务器，然后重新开始登录。',
  'The sign-in server has its {0} on another server: {1}. Set that as {2} if you trust it, and start the sign-in again.':
    '登录服务器的 {0} 在另一台服务器上：{1}。如果您信任它，请将其填为 {2}，然后重新开始登录。',
  'The sign-in server takes no client secret; it offers {0}. Leave the client secret empty, or set client_secret_in if your provider says how it is sent.':
    '登录服务器不接受客户端密钥，只提供 {0}。请将客户端密钥留空；如果服务商说明了发送方式，请设置 client_secret_in。',
  'The service has its sign-in on another server: {0}. Name that as the sign-in server if you trust it, and start the sign-in again.':
    '服务的登录在另一台服务器上：{0}。如果您信任它，请将其填为登录服务器，然后重新开始登录。',
  'This profile is not signed in. Sign in again.': '此配置未登录。请重新登录。',
  'Your sign-in has expired. Sign in again.': '登录已失效。请重新登录。',
  'Several profiles have the service of this backup: {0}. Choose the one to restore it to.':
    '有多个配置使用此备份的服务：{0}。请选择要恢复到的配置。',
}
