/** Internet Computer: the vectors of its standards, and texts that differ from an address in one respect. */
import { internetComputer } from "../../../../src/chains.js";
import { chainModuleSuite } from "../../../support/chain-modules.js";
import { toIcrcAccount, toPrincipal } from "../../../support/further-addresses/encoders.js";

chainModuleSuite(
  internetComputer,
  `
  principal k2t6j-2nvnp-4zjm3-25dtz-6xhaa-c7boj-5gayf-oj3xs-i43lp-teztq-6ae 051b05839339f89053454a4b9865ea0452a4bffe2b1cd41f4982bad10c1e637c
  icrc-1 k2t6j-2nvnp-4zjm3-25dtz-6xhaa-c7boj-5gayf-oj3xs-i43lp-teztq-6ae-6cc627i.1 11b9a9ff4992b540fe4a6b2146993fa15329650dc4ffe873c7c024c39d5de8d1
  icrc-1 k2t6j-2nvnp-4zjm3-25dtz-6xhaa-c7boj-5gayf-oj3xs-i43lp-teztq-6ae-dfxgiyy.102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20 5b9ac1a26d7b26369d8c6739e6560bbae57b4368073a92169dcfa726d7146939
  principal rrkah-fqaaa-aaaaa-aaaaq-cai 082ecf2e3f647ac600f43f38a68342fba5b8e68b085f02592b77f39808a8d2b5
  principal aaaaa-aa 2d0e897f7e862d2b57d9bc9ea5c65f9a24ac6c074575f47898314b8d6cb0929d
  principal 2vxsx-fae 1c7a48ba6a562aa9eaa2481a9049cdf0433b9738c992d698c31d8abf89cadc79
  account-id 883eef7c44be51afe4a4420d4df4beff708f3cf2f5de5efcc9f58680bb0f3690
  account-id 883EEF7C44BE51AFE4A4420D4DF4BEFF708F3CF2F5DE5EFCC9F58680BB0F3690 883eef7c44be51afe4a4420d4df4beff708f3cf2f5de5efcc9f58680bb0f3690
  address_format k2t6j-2nvnp-4zjm3-25dtz-6xhaa-c7boj-5gayf-oj3xs-i43lp-teztq-6ae-q6bn32y. default account written out (ICRC-1)
  address_format k2t6j2nvnp4zjm3-25dtz6xhaac7boj5gayfoj3xs-i43lp-teztq-6ae hyphens misplaced (ICRC-1)
  address_format k2t6j-2nvnp-4zjm3-25dtz-6xhaa-c7boj-5gayf-oj3xs-i43lp-teztq-6ae-6cc627i.01 leading zero (ICRC-1)
  address_format k2t6j-2nvnp-4zjm3-25dtz-6xhaa-c7boj-5gayf-oj3xs-i43lp-teztq-6ae.1 checksum missing (ICRC-1)
  address_format 7NYPE-MZE2D-2YYIL-BYHRP-TBXNU-ZNUKR-I3GWN-RMGXK-WWBEC-C6LVC-MQE upper case
  address_format 7nypemze2d2yyilbyhrptbxnuznukri3gwnrmgxkwwbecc6lvcmqe no hyphens
  address_format 7nype-mze2d2yyil-byhrp-tbxnu-znukr-i3gwn-rmgxk-wwbec-c6lvc-mqe hyphen missing
  address_checksum 7nype-mze2d-2yyil-byhrp-tbxnu-znukr-i3gwn-rmgxk-wwbec-c6lvc-mqf CRC-32 wrong
  address_format 7nype-mze2d-2yyil-byhrp-tbxnu-znukr-i3gwn-rmgxk-wwbec-c6lvc-mqe- hyphen at the end
  address_checksum 7nype-mze2d-2yyil-byhrp-tbxnu-znukr-i3gwn-rmgxk-wwbec-c6lvc-mq cut off
  address_format dxk6n-rlwyb-xs3vz-wd3rg-pv7it-nfhjx-brm55-7lehn-3sjz4-pixc6-mxita principal of 30 bytes
  address_format c3f653a2043c8f928ac704e64f8e4ae7aa080772b03f2625ab553db3a185521 63 hex digits
  address_format 1c3f653a2043c8f928ac704e64f8e4ae7aa080772b03f2625ab553db3a1855210 65 hex digits
  address_format 0x1c3f653a2043c8f928ac704e64f8e4ae7aa080772b03f2625ab553db3a185521 0x
  address_checksum c5d4bb066c604e82c9d4b3eccb9ef1422478581474101c04f6af5820ec3d293f CRC-32 of the account wrong (or a private key)
  address_checksum 2043c8f928ac704e64f8e4ae7aa080772b03f2625ab553db3a1855211c3f653a CRC-32 behind instead of before
  address_format ruqst-xgzdl-2i3xq-n552o-v66om-uxy3g-fpvlt-tvngp-bc2cl-qieja-agm-3vmpggy. default account with a checksum
  address_format ruqst-xgzdl-2i3xq-n552o-v66om-uxy3g-fpvlt-tvngp-bc2cl-qieja-agm.90e7acff54a2cd0044dad7a63dc3023842de0351ad5014e69f5a184adc7513 checksum of the subaccount missing
  address_format ruqst-xgzdl-2i3xq-n552o-v66om-uxy3g-fpvlt-tvngp-bc2cl-qieja-agm-k6llluy subaccount missing
  address_characters icp:7nype-mze2d-2yyil-byhrp-tbxnu-znukr-i3gwn-rmgxk-wwbec-c6lvc-mqe scheme
  address_checksum aaaaa-a-aaaaaaa.1 fewer bytes than a checksum in an account
  address_format aaaaaa-a-aaaaaaa.1 an account with a malformed principal
`,
  [
    ["fewer bytes than a checksum", "aaaaa-aa".replace("-aa", "-a"), "address_length"],
    ["an account with a wrong checksum", `${toPrincipal(new Uint8Array(9))}-aaaaaaa.1`, "address_checksum"],
    [
      "a subaccount in upper case",
      toIcrcAccount(new Uint8Array(9), new Uint8Array(32).fill(171)).replace(/ab$/, "AB"),
      "address_format",
    ],
    ["unused bits", `${toPrincipal(new Uint8Array(9)).slice(0, -1)}b`, "address_checksum"],
  ],
);
