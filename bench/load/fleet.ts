import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A server that is started again after each death. */
export interface Node {
  readonly port: number;
  /** Kills it, and starts it again a moment later. */
  kill(): Promise<void>;
  /** Stops it where it is for a while. */
  pause(ms: number): Promise<void>;
  usage(): Promise<{ readonly rss: number; readonly cpuMs: number } | undefined>;
  /** A link that its last start gave. */
  link(): string;
  stop(): Promise<void>;
}

export interface NodeOptions {
  readonly folder: string;
  readonly store: string;
  readonly publicUrl: string;
  readonly words: number;
  readonly paceMs: number;
}

const RESTART_MS = 1000;

export async function startNode(options: NodeOptions): Promise<Node> {
  const port = await freePort();
  const { folder, store, publicUrl, words, paceMs } = options;
  let [child, link, isOver] = [undefined as ChildProcess | undefined, '', false];
  async function start(): Promise<void> {
    const args = [folder, store, String(port), publicUrl, String(words), String(paceMs)];
    const started = fork(fileURLToPath(new URL('./node.js', import.meta.url)), args);
    child = started;
    const [said] = (await once(started, 'message')) as [{ readonly link: string }];
    link = said.link;
  }
  await start();
  return {
    port,
    link: () => link,
    async kill() {
      const dying = child;
      dying?.kill('SIGKILL');
      if (dying !== undefined && dying.exitCode === null && dying.signalCode === null)
        await once(dying, 'exit');
      await sleep(RESTART_MS);
      if (!isOver) await start();
    },
    async pause(ms) {
      child?.kill('SIGSTOP');
      await sleep(ms);
      child?.kill('SIGCONT');
    },
    async usage() {
      if (child?.connected !== true) return undefined;
      child.send('usage');
      const [said] = (await once(child, 'message')) as [{ rss: number; cpu: NodeJS.CpuUsage }];
      return { rss: said.rss, cpuMs: (said.cpu.user + said.cpu.system) / 1000 };
    },
    async stop() {
      isOver = true;
      if (child === undefined || child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** nginx in front of the nodes, as `deploy/nginx.conf` has it but for https. Undefined where there is none. */
export async function startNginx(
  folder: string,
  port: number,
  nodes: readonly number[],
): Promise<ChildProcess | undefined> {
  const program = [process.env['MILLRACE_NGINX'] ?? '', '/usr/sbin/nginx'].find(
    (path) => path !== '' && existsSync(path),
  );
  if (program === undefined) return undefined;
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const config = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'nginx.log')};
worker_processes 1; worker_rlimit_nofile 65536;
events { worker_connections 30000; }
http {
  access_log off; ${paths}
  upstream millrace { least_conn; ${nodes.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://millrace; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto http; proxy_set_header X-Forwarded-Host $http_host;
      proxy_read_timeout 60s; proxy_connect_timeout 2s; proxy_next_upstream error timeout http_503;
    }
  }
}
`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, config);
  const nginx = spawn(program, ['-c', file, '-p', folder, '-e', join(folder, 'nginx.log')], {
    stdio: 'inherit',
  });
  await sleep(1000);
  return nginx;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
