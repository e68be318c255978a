import matplotlib.pyplot as plt
import numpy as np
import vardem

# 210 discs of different sizes, apart from each other, in a box that is tilted by six degrees
x = np.mgrid[1:20:1.3, 1:18:1.3, 0:1].reshape(3, -1).T
d = np.random.default_rng(1).uniform(0.7, 1.2, len(x))
lmp = vardem.packing(x, d, box=[[0, 0, -1], [20, 20, 1]], boundary="f f p", dimension=2)

# they settle without friction, and the compatible forces of the last step are found
lmp.commands_list(["pair_style contact/rigid", "pair_coeff * * stiffness 1", "timestep 0.02",
    "region box block 0 20 0 20 -2 2", "fix walls all wall/contact region box stiffness 1",
    "fix weight all gravity 1 vector 0.1 -1 0", "fix move all nve/sphere/cd solver auto",
    "fix forces all compatible/cd 1500", "compute contacts all contact/force", "run 1500"])

# each contact is a line between two centers, as wide as its force
contacts = vardem.contacts(lmp)
for ends, push in zip(contacts.segments(d), contacts.pushes):
    plt.plot(*ends.T[:2], color="black", linewidth=0.4 * push)
plt.gca().set(aspect="equal", title="Force chains", xlabel="x [diameters]", ylabel="y [diameters]")
plt.savefig("force_chains.png", bbox_inches="tight")
