#!/bin/sh
# Runs a command with the settings and as the user of overfly@.service:
#   sudo deploy/overfly.sh invite-admin you@example.com
set -eua
umask 077
. /etc/overfly.env
NODE_ENV=production
DATA_DIR=/var/lib/overfly
cd /opt/overfly
exec runuser --user overfly -- node_modules/node/bin/node demo/main.ts "$@"
