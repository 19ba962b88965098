import type { Translations } from '../translate.ts'

/** Chinese texts: the client of the remote service. */
export const service: Translations = {
  'The answer of the service to {0} cannot be read: {1}. Check the address of the service.':
    '服务对 {0} 的应答无法读取：{1}。请检查服务的地址。',
  'is not an identifier': '不是标识符',
  '"{0}" is no {1} identifier.': '“{0}”不是{1}的标识符。',
  'it holds no pathways': '其中没有通路',
  'the drug search': '药物搜索',
  'it holds no list of drugs': '其中没有药物列表',
  'drug {0}': '药物 {0}',
  'it holds no drug': '其中没有药物',
  'its drugs have no identifier': '其中的药物没有标识符',
  'Pathclock is switched to offline: no request leaves this computer.':
    'Pathclock 已切换为离线：本机不会发出任何请求。',
  'The key or token of this profile contains spaces, line breaks or invalid characters, so nothing was sent. Sign in again with the whole key.':
    '此配置的密钥或令牌含有空格、换行或其中不会出现的字符，因此未发送任何内容。请用完整的密钥重新登录，不要带其他内容。',
  'The request was canceled.': '请求已取消。',
  'The service did not finish its response to {0} within {1} s. Try again.':
    '服务在 {1} 秒内没有对 {0} 给出完整的应答。请重试。',
  'it is larger than Pathclock reads': '它超出 Pathclock 可读取的大小',
  'Nothing was sent: the way through the network was not ready within {0} s. Try again.':
    '未发送任何内容：网络通道在 {0} 秒内未就绪。请重试。',
  'The service gave no whole answer to {0}: {1}.': '服务没有对 {0} 给出完整的应答：{1}。',
  'Nothing was sent: {0}.': '未发送任何内容：{0}。',
  'it is empty': '它是空的',
  'it is not JSON': '它不是 JSON',
  'There is no such service at this address: none of the usual paths at {0} knows the calling user. Check the address, or set the base path of this profile.':
    '此地址没有这样的服务：{0} 的常用路径都不知道发出请求的用户。请检查地址，或设置此配置的基础路径。',
  'the service': '服务',
  'the calling user': '发出请求的用户',
  'Left out because the parts do not agree on it: {0}; see the raw responses.':
    '各部分结果不一致，因此略去：{0}；见原始应答。',
  'The service did not accept the whole list of pathways, so Pathclock sent it in {0} parts of at most {1}.':
    '服务不能一次接受完整的通路列表，因此分 {0} 部分询问，每部分最多 {1} 条。',
  'the proxy of this network did not let the request through': '此网络的代理没有放行请求',
  'Check the network and the address of the service.': '请检查网络和服务的地址。',
  "Where the network has a proxy that checks encrypted traffic, that proxy's certificate must be trusted: on a desktop in the system's certificate store, under Node by naming its file in NODE_EXTRA_CA_CERTS. Ask whoever runs the network for it. Without such a proxy, check the address of the service.":
    '如果网络中有检查加密流量的代理，必须信任该代理的证书：桌面版在系统的证书库中设置，在 Node 中用 NODE_EXTRA_CA_CERTS 指定证书文件。请向网络管理员索取。如果没有这样的代理，请检查服务的地址。',
  'Check the date and time of this computer; if they are right, tell whoever runs the service.':
    '请检查本机的日期和时间；如果无误，请告知服务的管理者。',
  "Check the proxy under Settings, Data & network, the system's proxy settings, under Node HTTPS_PROXY with user and password where it wants them, or ask whoever runs the network.":
    '请检查“设置”的“数据与网络”中的代理、系统的代理设置、Node 下的 HTTPS_PROXY（必要时包含用户名和密码），或询问网络管理员。',
  'its certificate is expired or not yet valid': '其证书已过期或尚未生效',
  'its certificate is not trusted on this computer': '本机不信任其证书',
  'its name could not be found': '找不到其名称',
  'nothing answers at its address': '其地址没有应答',
  'the connection failed': '连接失败',
  'the proxy {0} does not answer': '代理 {0} 没有应答',
  'the proxy {0} did not let the request through': '代理 {0} 没有放行请求',
  'The base path of this service leads away from its address, so nothing was sent. Correct the base path in the settings of the profile.':
    '此服务的基础路径会离开其地址，因此未发送任何内容。请在配置的设置中修正基础路径。',
  'must be a whole address that begins with https:// (http:// only on this computer)':
    '必须是以 https:// 开头的完整地址（仅本机可用 http://）',
  'must be scopes separated by spaces': '必须是以空格分隔的权限范围',
  'must be words such as login or select_account': '必须是 login 或 select_account 这样的词',
  'must be one line of text': '必须是一行文字',
  'must be a whole address without #, such as https://api.example.org':
    '必须是不含 # 的完整地址，如 https://api.example.org',
  'must be an address of this computer without ?, such as http://127.0.0.1:8400/oauth/callback':
    '必须是本机的地址，不含 ?，如 http://127.0.0.1:8400/oauth/callback',
  'must be a path such as /api/v1, or empty': '必须是 /api/v1 这样的路径，或为空',
  'sample {0}': '样本 {0}',
  'it holds no pathway scores': '其中没有通路得分',
  'the value of {0} is no number but {1}': '{0} 的值不是数字，而是 {1}',
  'it names {0} twice, with different values': '其中 {0} 出现两次，且值不同',
  'The service returned {0} twice in one response, with the same values.':
    '服务在一次应答中两次给出 {0}，值相同。',
  'The service gave no value for {0} of {1} pathways, which are shown as missing: {2}.':
    '服务没有给出 {1} 条通路中 {0} 条的值，这些通路显示为缺失：{2}。',
  'the report is not ready': '报告尚未就绪',
  'it breaks off, so that the report is not whole': '它中途断开，报告不完整',
  'it is compressed although Pathclock requested it uncompressed, so Pathclock cannot check whether it is complete':
    '它以压缩形式返回，而 Pathclock 请求的是未压缩的内容，因此无法确认它是否完整',
  'it names no length and ends with the connection, so Pathclock cannot check whether it is complete':
    '它没有给出长度，随连接关闭而结束，因此无法确认它是否完整',
  'The service has no finished report of sample {0} yet. It says: "{1}". Fetch it again later.':
    '服务尚无样本 {0} 的完整报告。它说：“{1}”。请稍后再获取。',
  'The service sent a web page in place of the report of sample {0}, which was {1} before. Sign in again, or check the network for a sign-in page.':
    '服务为样本 {0} 的报告返回了网页，而此前的报告为 {1}。请重新登录，或检查网络是否要求登录。',
  'it is a web page': '它是网页',
  'The service has no finished report of sample {0} yet. Fetch it again later.':
    '服务尚无样本 {0} 的完整报告。请稍后再获取。',
  'it holds no clock': '其中没有时钟',
  'the drug "{0}"': '药物“{0}”',
  'The service cannot be reached: {0}.': '无法连接服务：{0}。',
  'The service takes no more requests right now. Try again in {0} s.':
    '服务目前不再接受请求。请在 {0} 秒后重试。',
  'The service takes no more requests right now. Try again in {0} min.':
    '服务目前不再接受请求。请在 {0} 分钟后重试。',
  'The service answered with a redirect. Pathclock does not follow redirects, so that your credential reaches only this service. Check the address of the service.':
    '服务的应答是重定向。为避免凭据被送往别处，不会跟随。请检查服务的地址。',
  'The service said that it takes no more requests at the moment. Try again in {0} min.':
    '服务表示目前不再接受请求。请在 {0} 分钟后重试。',
  'it is about another record than the requested one': '它涉及的不是所请求的记录',
  'it names an identifier of {0} characters, and at most {1} can be used':
    '它给出的标识符有 {0} 个字符，而最多只能使用 {1} 个字符',
  'it names the identifier "{0}", which no address can hold': '它给出的标识符为“{0}”，无法用于任何地址',
  'a report of sample {0}': '样本 {0} 的报告',
  'it names no sample; if its identifier stands elsewhere, set the place as id › sample in the dialect':
    '其中没有样本；若其标识符在别处，请在方言中将该位置设为 id › sample',
  'it names no sample, only the address {0}; look there for the identifier, or set Location as the place of id › sample in the dialect where the address ends in it':
    '其中没有样本，只有地址 {0}；请在该处查找标识符，若地址以标识符结尾，请在方言中将 id › sample 的位置设为 Location',
  'it names no sample, but has {0}; if one of these is the identifier, set it as id › sample in the dialect':
    '其中没有样本，但有 {0}；若其中之一是标识符，请在方言中将其设为 id › sample',
  'The service has not finished {0}, and gives no address for the result. Analyze again later; if asking again costs nothing at this service, set pending › repeat in the dialect.':
    '服务尚未完成 {0}，也没有给出结果的地址。请稍后重新分析；若在此服务重复请求不产生费用，请在方言中设置 pending › repeat。',
  'the result is not ready': '结果尚未完成',
  'The service did not finish {0} within {1} min. Analyze again later.':
    '{1} 分钟后服务仍未完成 {0}。请稍后重新分析。',
  'screening task {0}': '筛选任务 {0}',
  'it holds neither a task nor results': '其中既没有任务也没有结果',
  'it names no user': '其中没有用户',
  'The service does not accept the credential. Sign in again.': '服务不接受此凭据。请重新登录。',
  'The service does not accept the credential: {0} Sign in again.': '服务不接受此凭据：{0} 请重新登录。',
  'The service does not know {0}.': '服务不知道{0}。',
  'The service does not know {0}: {1}': '服务不知道{0}：{1}',
  'The service refused the request. Check the values sent.': '服务拒绝了请求。请检查发送的值。',
  'The service refused the request: {0} Check the values sent.': '服务拒绝了请求：{0} 请检查发送的值。',
  'The service failed ({0}).': '服务出错（{0}）。',
  'The service failed ({0}): {1}': '服务出错（{0}）：{1}',
  'The service responded with the code {0}, which does not count as success.':
    '服务返回了代码 {0}，不视为成功。',
  'The service responded with the code {0}, which does not count as success: {1}':
    '服务返回了代码 {0}，不视为成功：{1}',
  'Try again later; if it stays, tell whoever runs the service.':
    '请稍后重试；如果仍然如此，请告知服务的管理者。',
  'Try again later; if it stays, tell whoever runs the service (request {0}).':
    '请稍后重试；如果仍然如此，请告知服务的管理者（请求 {0}）。',
  'If that code means success at this service, add {0} to envelope › success in the dialect of the profile.':
    '如果该代码在此服务中表示成功，请在配置的方言中将 {0} 加入 envelope › success。',
  'If that code means success at this service, add {0} to envelope › success in the dialect of the profile (request {1}).':
    '如果该代码在此服务中表示成功，请在配置的方言中将 {0} 加入 envelope › success（请求 {1}）。',
  'The first page has the number 0.': '第一页的页码为 0。',
  'Page numbers are ignored, but an offset is not.': '服务忽略页码，但使用偏移量。',
  'must be a JSON pointer such as /order_id or #/data/0/id':
    '必须是 JSON 指针，例如 /order_id 或 #/data/0/id',
  'You are not allowed to do this at the service.': '服务不允许您进行此操作。',
  'You are not allowed to do this at the service: {0}': '服务不允许您进行此操作：{0}',
  'The documentation names no scope for this call.': '文档没有为此请求指明权限范围。',
  'The credential may need the scope {0}.': '凭据可能需要权限范围 {0}。',
  'The credential may need the scope {0}; it carries no scope at all.':
    '凭据可能需要权限范围 {0}；它没有任何权限范围。',
  'The credential may need the scope {0}; it carries {1}.': '凭据可能需要权限范围 {0}；它的权限范围为 {1}。',
  'lines {0}': '第 {0} 行',
  'lines {0} and more': '第 {0} 等行',
  '{0} Pathclock sent no further request and will try again in {1} s.':
    '{0}Pathclock 没有继续发送请求，将在 {1} 秒后重试。',
  'The documentation names no scope for this call. Your credential has no scope.':
    '文档没有为此请求指明权限范围。您的凭据没有任何权限范围。',
  'The documentation names no scope for this call. Your credential has the scope {0}.':
    '文档没有为此请求指明权限范围。您的凭据的权限范围为 {0}。',
}
